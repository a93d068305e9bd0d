import Bytes
import Chat
import Foundation
import Testing

@testable import ChatBackend

@Suite("JSON that is written without a tree of values")
struct JSONWriterTests {
    private func written(_ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 1)
        writer.object(members)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("members that have nothing to say are left out, or null")
    func nothing() throws {
        let written = written { json in
            json.member("a", String?.none)
            json.member("b", orNull: nil)
            json.member("c", MessageID?.none)
            json.member("d", 12)
            json.member("e", Timestamp?.none)
            json.member("f", [Reaction]())
        }
        #expect(written == #"{"b":null,"d":12,"f":[]}"#)
    }

    @Test("the members of a message are sorted by name, as in all responses")
    func order() throws {
        let id = try #require(MessageID("550e8400-e29b-41d4-a716-446655440001"))
        let user = UserID.nobody
        let moment = Timestamp(milliseconds: 1_795_256_906_598)
        let reaction = Reaction(id: .random(), message: id, user: user, emoji: "🍵", createdAt: moment)
        let message = Message(
            id: id, conversation: .random(), content: .text(sender: user, text: "a \"b\""), replyTo: id,
            createdAt: moment,
            reactions: [reaction, reaction], thread: MessageThread(conversation: .random(), replies: 2))
        let person = User(id: user, alias: "a", name: "A", avatarURL: "https://a.example/b.png", createdAt: moment)
        let participant = Participant(
            id: .random(), conversation: message.conversation, user: person, role: .admin, joinedAt: moment,
            leftAt: moment)
        let conversation = Conversation(
            id: message.conversation, kind: .group, name: "G", createdAt: moment,
            participants: [participant, participant], hasThreads: true,
            thread: ThreadOrigin(conversation: .random(), message: id, text: "縁側"))
        var writer = JSONWriter(capacity: 1)
        writer.write([message])
        try expectSorted(writer.bytes)
        writer = JSONWriter(capacity: 1)
        writer.write([conversation])
        try expectSorted(writer.bytes)
        writer = JSONWriter(capacity: 1)
        writer.write([person])
        try expectSorted(writer.bytes)
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""createdAt":"2026-11-21T10:28:26.598Z""#))
    }

    /// Decoded and encoded again with sorted keys, it is the same.
    private func expectSorted(_ bytes: [UInt8]) throws {
        let value = try JSONSerialization.jsonObject(with: Data(bytes))
        let sorted = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        #expect(String(decoding: sorted, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
    }
}
