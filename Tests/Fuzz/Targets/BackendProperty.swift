import Bytes
import Chat

@testable import ChatREST

/// What is read from a backend's answer is JSON.
enum BackendProperty {
    static func check(_ input: [UInt8]) throws(Violation) {
        let isRead = reads([Message].self, input) || reads([Conversation].self, input) || reads([User].self, input)
        let isJSON =
            (try? JSONReader.read(input) { (json) throws(JSONReader.Stop) in try json.skip() }) != nil
        try require(!isRead || isJSON, "something was read that is not JSON")
    }

    private static func reads<Value: JSONReadable>(_ type: Value.Type, _ input: [UInt8]) -> Bool {
        (try? JSONReader.read(input) { (json) throws(JSONReader.Stop) in try Value(from: &json) }) != nil
    }
}
