import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

/// How far others have read, as it is cached and told.
@Suite struct ReceiptsTests {
    /// Ann has written, and has the conversation open.
    private struct Place {
        let near: Neighbourhood
        let live: Live
        let post = Publications()
        let sent: [Message]
        let ann: Subscriber

        init(policy: CachePolicy = .authoritative, messages: Int = 3) async throws {
            near = try await Neighbourhood()
            var limits = LiveLimits()
            limits.tick = .seconds(3_600)
            live = Live(
                near.store.repositories, policy: policy, limits: limits, clock: near.clock.clock, publisher: post)
            var sent: [Message] = []
            for number in 0..<messages {
                near.clock.advance(by: .seconds(1))
                sent.append(
                    try await near.store.send(
                        NewMessage(
                            conversation: near.room, sender: near.people[0], text: try MessageText("\(number)"))))
            }
            self.sent = sent
            ann = Subscriber(
                user: near.people[0], session: "ann", locale: DisplayLocale(language: "en", zone: "UTC"),
                write: { _ in }, end: {})
            _ = try await live.open(ann, watching: [near.room], after: nil)
            _ = try await readers()
            _ = await told()
        }

        func readers(as number: Int = 0) async throws -> [Reader]? {
            try await live.repositories.receipts.readers(of: near.room, as: near.people[number])
        }

        func mark(_ message: Int, by person: Int) async throws {
            _ = try await live.repositories.readMarks.mark(
                sent[message].id, asReadIn: near.room, by: near.people[person])
        }

        /// What Ann is told with the next tick: the messages, and how many have read them.
        func told() async -> [MessageID: Int] {
            await live.tellReaders(within: .zero)
            while !live.isQuiet { await Task.yield() }
            var counts: [MessageID: Int] = [:]
            for publication in post.collect() where publication.subscribers.contains(where: { $0 === ann }) {
                guard case .feed(.changed(let message, _)) = publication.event.kind else { continue }
                counts[message.id] = MessageReaders(of: message, among: publication.readers ?? []).users.count
            }
            return counts
        }
    }

    private final class Publications: Publisher {
        private let waiting = Mutex<[Publication]>([])

        func publish(_ publication: Publication) { waiting.withLock { $0.append(publication) } }

        func collect() -> [Publication] {
            waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
        }
    }

    @Test func `each message that was read since is told to its author once`() async throws {
        let place = try await Place()
        try await place.mark(1, by: 1)
        #expect(await place.told() == [place.sent[0].id: 1, place.sent[1].id: 1])
        #expect(await place.told() == [:])
        try await place.mark(2, by: 1)
        try await place.mark(0, by: 2)
        #expect(await place.told() == [place.sent[0].id: 2, place.sent[2].id: 1])
        // Backwards, as who marks a message as unread does.
        try await place.mark(0, by: 1)
        #expect(await place.told() == [place.sent[1].id: 0, place.sent[2].id: 0])
    }

    @Test func `what is cached is what the store knows, whatever marks were set`() async throws {
        let place = try await Place(messages: 8)
        var generator = Sequence()
        for _ in 0..<60 {
            let person = Int.random(in: 0..<3, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                let shows = Bool.random(using: &generator)
                try await place.live.repositories.receipts.setShowsReading(shows, of: place.near.people[person])
            case 1:
                _ = try await place.readers(as: person)
            default:
                try await place.mark(Int.random(in: 0..<8, using: &generator), by: person)
            }
            for number in 0..<3 {
                let cached = try await place.readers(as: number)
                let stored = try place.near.store.readers(of: place.near.room, as: place.near.people[number])
                #expect(cached.map { Set($0) } == stored.map { Set($0) })
                #expect(cached.map { $0.map(\.sentAt) } == stored.map { $0.map(\.sentAt) })
            }
        }
    }

    /// Numbers that are the same each time (Knuth's MMIX).
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    @Test func `where others write to the backend, too, it is asked again after a while`() async throws {
        let place = try await Place(policy: .askWhenOlder)
        _ = try await place.near.store.mark(place.sent[0].id, asReadIn: place.near.room, by: place.near.people[1])
        #expect(try await place.readers() == [])
        place.near.clock.advance(by: LiveLimits().personAge + .seconds(1))
        #expect(try await place.readers()?.count == 1)
    }

    @Test func `another process tells that somebody has read`() async throws {
        let place = try await Place()
        _ = try await place.near.store.mark(place.sent[0].id, asReadIn: place.near.room, by: place.near.people[1])
        place.live.hear(.reader(place.near.people[1], in: place.near.room, upTo: place.sent[0].id))
        #expect(await place.told() == [place.sent[0].id: 1])
        try await place.near.store.setShowsReading(false, of: place.near.people[1])
        place.live.hear(.readers(in: place.near.room))
        #expect(await place.told() == [place.sent[0].id: 0])
    }

    @Test func `who leaves is none of the readers any more`() async throws {
        let place = try await Place()
        try await place.mark(2, by: 1)
        #expect(try await place.readers()?.count == 1)
        _ = try await place.live.repositories.conversations.remove(
            place.near.people[1], from: place.near.room, by: place.near.people[0])
        #expect(try await place.readers() == [])
    }

    @Test func `who hides stays hidden, whatever was asked before and is answered later`() async throws {
        let place = try await Place()
        let (bob, room) = (place.near.people[1], place.near.room)
        _ = try await place.readers(as: 1)
        let start = place.live.withState { state, _ in state.beginRead(ofReadersOf: room, as: bob) }
        let asked = place.live.withState { state, _ in
            AskedReceipts(shows: true, knownAt: state.people[bob]?.hidesReading?.at)
        }
        place.near.clock.advance(by: .milliseconds(1))
        try await place.live.repositories.receipts.setShowsReading(false, of: bob)
        place.live.withState { state, now in
            state.take([], of: room, as: bob, begun: start, now: now)
            state.noteReading(by: bob, upTo: place.sent[0].id, in: room, asked: asked, now: now)
        }
        #expect(try await place.readers(as: 1) == nil)
        #expect(try await place.readers() == [])
        #expect(await place.told() == [:])
    }
}
