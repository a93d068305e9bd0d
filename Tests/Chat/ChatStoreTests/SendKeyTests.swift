import Chat
import ChatRecords
import Cryptography
import Testing

/// The keys of forms.
struct SendKeyTests {
    private let files = [FileID.random(), FileID.random()]

    private func key(_ text: String, _ files: [FileID]) throws -> (SendKey, NewMessage) {
        let new = NewMessage(
            conversation: ConversationID("00000000-0000-4000-8000-000000000002")!,
            sender: UserID("00000000-0000-4000-8000-000000000001")!, text: try MessageText(besideFiles: text),
            files: files)
        return (SendKey(new, try #require(FormKey("form"))), new)
    }

    @Test func `the hash of a key without files is the one that earlier versions stored`() throws {
        let text = "00000000-0000-4000-8000-000000000001\n00000000-0000-4000-8000-000000000002\nform\nhello"
        #expect(try key("hello", []).0.hash == SHA256.hash(Array(text.utf8)))
    }

    @Test func `other files, and the same in another order, are another key`() throws {
        let hashes = try [
            key("hello", []), key("hello", files), key("hello", files.reversed()), key("hello", [files[0]]),
            key("hello\n\(files[0])", []), key("", files),
        ].map(\.0.hash)
        #expect(Set(hashes).count == hashes.count)
    }
}
