import Chat
import Synchronization
import Testing

@testable import Gateway
@testable import Live

@Suite struct EventWriterTests {
    @Test(
        "each of many listeners is told once, in the words of their own language", arguments: [0, 1, 256, 257, 1_000])
    func many(count: Int) async {
        let told = Mutex<[Int: [String]]>([:])
        let languages = ["en", "ja"]
        let listeners = (0..<count).map { number in
            Listener(
                user: .random(), session: "", dialect: Dialect(language: languages[number % 2], zone: "UTC"),
                write: { bytes in
                    told.withLock { $0[number, default: []].append(String(decoding: bytes, as: UTF8.self)) }
                },
                end: {})
        }
        let conversation = ConversationID.random()
        let message = Message(
            id: .random(), conversation: conversation,
            content: .text(sender: listeners.first?.user ?? .random(), text: "縁"),
            replyTo: nil, createdAt: Timestamp(milliseconds: 1_795_257_639_771), reactions: [])
        await EventWriter().announce(
            Announcement(
                event: LiveEvent(
                    id: EventID(7), conversation: conversation, news: .feed(.posted(message, previous: nil))),
                conversation: Conversation(
                    id: conversation, kind: .group, name: "縁側", createdAt: message.createdAt, participants: []),
                listeners: listeners))
        let written = told.withLock { $0 }
        #expect(written.count == count && written.values.allSatisfy { $0.count == 1 })
        for (number, events) in written {
            #expect(events[0].contains(#""isMine":\#(number == 0)"#))
            #expect(events[0].contains(number % 2 == 0 ? "Actions for" : "操作"))
        }
    }
}
