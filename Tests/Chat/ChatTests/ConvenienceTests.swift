import Chat
import Foundation
import Testing

@Suite struct ConvenienceTests {
    @Test(arguments: [0, 1, -1, 1_700_000_000_123, 253_402_300_799_999] as [Int64])
    func `a time is the same after being a date`(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)
        #expect(Timestamp(time.date) == time)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e30])
    func `a date beyond all times is the last or the first`(seconds: Double) {
        let time = Timestamp(Date(timeIntervalSince1970: seconds)).milliseconds
        #expect(time == .max || time == .min)
    }

    @Test func `entities are the same after being written and read`() throws {
        let message = Message(
            id: .random(), conversation: .random(), content: .text(sender: .random(), text: "縁側"), replyTo: .random(),
            createdAt: Timestamp(milliseconds: 5),
            reactions: [
                Reaction(
                    id: .random(), message: .random(), user: .random(), emoji: "👍",
                    createdAt: Timestamp(milliseconds: 6))
            ], editedAt: Timestamp(milliseconds: 7))
        let written = try JSONEncoder().encode(message)
        #expect(try JSONDecoder().decode(Message.self, from: written) == message)
    }

    @Test func `an id is written as its text, and nothing else is read`() throws {
        let id = UserID.random()
        #expect(try String(decoding: JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(id)\"]")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UserID].self, from: Data("[\"x\"]".utf8)) }
    }
}
