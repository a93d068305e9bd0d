import Chat
import Synchronization
import Testing
import TimeZones

@testable import Gateway
@testable import Live

@Suite struct EventWriterTests {
    @Test(
        "each of many subscribers is told once, in the words of their own language", arguments: [0, 1, 256, 257, 1_000])
    func many(count: Int) async {
        let told = Mutex<[Int: [String]]>([:])
        let languages = ["en", "ja"]
        let subscribers = (0..<count).map { number in
            Subscriber(
                user: .random(), session: "", locale: DisplayLocale(language: languages[number % 2], zone: "UTC"),
                write: { bytes in
                    told.withLock { $0[number, default: []].append(String(decoding: bytes, as: UTF8.self)) }
                },
                end: {})
        }
        let conversation = ConversationID.random()
        let message = Message(
            id: .random(), conversation: conversation,
            content: .text(sender: subscribers.first?.user ?? .random(), text: "縁"),
            replyTo: nil, createdAt: Timestamp(milliseconds: 1_795_257_639_771), reactions: [])
        await EventWriter().publish(
            Publication(
                event: LiveEvent(
                    id: EventID(7), conversation: conversation, kind: .feed(.posted(message, previous: nil))),
                conversation: Conversation(
                    id: conversation, kind: .group, name: "縁側", createdAt: message.createdAt, participants: []),
                subscribers: subscribers))
        let written = told.withLock { $0 }
        #expect(written.count == count && written.values.allSatisfy { $0.count == 1 })
        for (number, events) in written {
            #expect(events[0].contains(#""isMine":\#(number == 0)"#))
            #expect(events[0].contains(number % 2 == 0 ? "Actions for" : "操作"))
        }
    }

    /// The different renditions of one message that subscribers with these locales get.
    ///
    /// - Parameter sender: who wrote the message, and has all these subscribers; `nil` where each is another's.
    private func renditions(
        _ locales: [DisplayLocale], of sender: UserID? = nil, by writer: EventWriter = EventWriter()
    ) async -> [String] {
        let told = Mutex<[[UInt8]]>([])
        let subscribers = locales.map { locale in
            Subscriber(
                user: sender ?? .random(), session: "", locale: locale,
                write: { bytes in told.withLock { $0.append(bytes) } },
                end: {})
        }
        let conversation = ConversationID.random()
        let moment = Timestamp(milliseconds: 1_795_257_639_771)
        func message(_ moment: Timestamp) -> Message {
            Message(
                id: .random(), conversation: conversation, content: .text(sender: sender ?? .random(), text: "縁"),
                replyTo: nil,
                createdAt: moment, reactions: [])
        }
        await writer.publish(
            Publication(
                event: LiveEvent(
                    id: EventID(7), conversation: conversation,
                    kind: .feed(.posted(message(moment), previous: message(moment.adding(.seconds(-86_400)))))),
                conversation: Conversation(
                    id: conversation, kind: .group, name: "縁側", createdAt: moment, participants: []),
                subscribers: subscribers))
        let written = told.withLock { $0 }
        #expect(written.count == locales.count)
        // By where the bytes are, for the same array is sent to all who share a rendition.
        let addresses = Dictionary(
            written.map { ($0.withUnsafeBufferPointer { $0.baseAddress }, $0) }, uniquingKeysWith: { first, _ in first }
        )
        return addresses.values.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `zones whose clocks agree share what is written`() async {
        let zones = ["Asia/Tokyo", "Asia/Seoul", "Asia/Jayapura", "Asia/Chita", "Pacific/Palau", "Asia/Dili"]
        let written = await renditions(zones.map { DisplayLocale(language: "en", zone: $0) })
        #expect(written.count == 1)
        let apart = await renditions(["Asia/Tokyo", "Europe/Paris"].map { DisplayLocale(language: "en", zone: $0) })
        #expect(apart.count == 2)
    }

    @Test func `an event is written so many times at most, and whoever is left out reads the page again`() async {
        let locales = ["ja", "en"].flatMap { language in
            ZoneOfTime.allIdentifiers.map { DisplayLocale(language: language, zone: $0) }
        }
        // All zones of the world do not reach the limit.
        let all = await renditions(locales)
        #expect(all.count > 60 && all.count <= EventWriter.Limits().shared)
        #expect(!all.contains { $0.contains("event: refresh") })
        let few = await renditions(locales, by: EventWriter(limits: EventWriter.Limits(shared: 10, personal: 8)))
        #expect(few.count == 11)
        let own = await renditions(
            locales, of: .random(), by: EventWriter(limits: EventWriter.Limits(shared: 10, personal: 3)))
        #expect(own.count == 4)
        #expect(own.count { $0.contains(#""isMine":true"#) } == 3)
        #expect(few.count { $0.hasPrefix("id: 7\nevent: refresh\ndata: {\"conversation\":") } == 1)
    }
}
