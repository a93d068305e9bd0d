import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

@Suite("Several processes tell each other who is online and who types")
struct NeighboursTests {
    /// Two processes on one store, and a stream that shows the room at the first.
    private struct Place {
        let near: Neighbourhood
        let far: Live
        let farPost = Post()
        let ann: Subscriber

        init() async throws {
            near = try await Neighbourhood()
            var limits = LiveLimits()
            limits.tick = .seconds(3_600)
            far = Live(
                near.store.repositories, policy: .authoritative, limits: limits, clock: near.clock.clock,
                publisher: farPost)
            near.live.connect { [far] in far.hear($0) }
            far.connect { [live = near.live] in live.hear($0) }
            ann = try await Self.open(near.live, near.people[0], near.room)
        }

        static func open(_ live: Live, _ user: UserID, _ room: ConversationID) async throws -> Subscriber {
            let subscriber = Subscriber(
                user: user, session: "\(user)", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in },
                end: {})
            _ = try await live.open(subscriber, watching: [room], after: nil)
            return subscriber
        }

        /// A tick at both, and what Ann is shown of who is online.
        func present() async -> [[UserID]] {
            near.clock.advance(by: .seconds(5))
            far.tellPresence()
            _ = near.live.tick()
            while !near.live.isQuiet { await Task.yield() }
            return near.post.collect(ann).compactMap { event in
                if case .present(let people, count: _) = event.kind { people } else { nil }
            }
        }
    }

    @Test("who is online at one is shown at the other until the stream ends, and after a lost end for a minute")
    func presence() async throws {
        let place = try await Place()
        let (ann, bob, cat) = (place.near.people[0], place.near.people[1], place.near.people[2])
        #expect(await place.present() == [[ann]])
        let stream = try await place.far.open(
            Subscriber(
                user: bob, session: "bob", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {}
            ), watching: [], after: nil)
        #expect(await place.present() == [[ann, bob].sorted()])
        #expect(await place.present() == [])
        place.far.close(stream)
        #expect(await place.present() == [[ann]])

        let direct = try await place.near.direct(0, 2, place.near.live.repositories.conversations)
        #expect(place.near.live.onlineDirects(of: ann) == [])
        place.near.live.hear(.online([cat], at: "far away"))
        #expect(await place.present() == [[ann, cat].sorted()])
        #expect(place.near.live.onlineDirects(of: ann) == [direct])
        // Nobody is told of strangers, and of people who are still there.
        place.near.live.hear(.online([.random(), cat], at: "elsewhere"))
        place.near.live.hear(.offline([cat], at: "far away"))
        #expect(await place.present() == [])
        place.near.clock.advance(by: LiveLimits().elsewhereMemory)
        place.near.live.tellPresence()
        #expect(await place.present() == [[ann]])
    }

    @Test("who types at one is seen at the other, once in a while, and only by members")
    func typing() async throws {
        let place = try await Place()
        let bob = place.near.people[1]
        _ = try await Place.open(place.far, bob, place.near.room)
        while !place.near.live.isQuiet { await Task.yield() }
        _ = place.near.post.collect(place.ann)
        for _ in 0..<3 { place.far.type(bob, in: place.near.room) }
        place.far.type(.random(), in: place.near.room)
        place.near.live.hear(.typing(.random(), in: place.near.room))
        while !place.near.live.isQuiet { await Task.yield() }
        #expect(place.near.post.collect(place.ann).map(\.kind) == [.typing(bob)])
    }

    @Test("a page is made anew where one's own draft was kept at another process")
    func drafts() async throws {
        let place = try await Place()
        let (user, room) = (place.near.people[0], place.near.room)
        _ = try await place.near.live.repositories.bookmarks.bookmarks(of: user)
        _ = try await place.near.live.repositories.readMarks.unreadCount(in: room, for: user)
        _ = try await place.near.live.repositories.messages.messages(in: room, as: user, before: nil, limit: 50)
        let before = try #require(place.near.live.version(ofThread: room, for: user))
        place.far.invalidatePages(of: place.near.people[1], showing: room)
        #expect(place.near.live.version(ofThread: room, for: user) == before)
        place.far.invalidatePages(of: user, showing: room)
        #expect(place.near.live.version(ofThread: room, for: user) != before)
    }

    @Test("a preview that is removed at one is gone at the other")
    func previews() async throws {
        let place = try await Place()
        let removed = Mutex<[MessageID]>([])
        place.near.live.connectPreviews { message in removed.withLock { $0.append(message) } }
        let room = place.near.room
        let new = NewMessage(
            conversation: room, sender: place.near.people[1], text: try MessageText("https://host.example/"))
        let message = try await place.near.live.repositories.messages.send(new)
        _ = await place.present()
        place.far.removePreview(of: message.id, in: room)
        while !place.near.live.isQuiet { await Task.yield() }
        let told = place.near.post.collect(place.ann).map(\.kind)
        #expect(told.contains { if case .feed(.changed(let shown, _)) = $0 { shown.id == message.id } else { false } })
        #expect(removed.withLock { $0 } == [message.id])
    }

    @Test("many people are told of in parts, and no more are kept than allowed")
    func bounds() {
        var limits = LiveLimits()
        (limits.processesElsewhere, limits.peopleElsewhere) = (2, 500)
        var told = ToldPresence()
        let people = Set((0..<450).map { _ in UserID.random() })
        let now = Timestamp(milliseconds: 0)
        let signals = told.next(people, limits, now: now)
        #expect(signals.count == 3)
        #expect(told.next([], limits, now: now).isEmpty, "not again within a second")
        var elsewhere = PeopleElsewhere(limits)
        for signal in signals {
            #expect(signal.text.utf8.count < 7_800)
            #expect(LiveSignal(text: signal.text[...]) == signal)
            _ = elsewhere.hear(signal, now: now)
        }
        #expect(elsewhere.count == 450)
        // Who is here is told anew, in parts, and nobody seems to leave meanwhile.
        for signal in told.next(people, limits, now: now.adding(limits.allPresenceToldInterval)) {
            #expect(elsewhere.hear(signal, now: now).isEmpty)
        }
        #expect(elsewhere.count == 450)
        let more = (0..<100).map { _ in UserID.random() }
        #expect(elsewhere.hear(.online(more, at: told.process), now: now).count == 50)
        #expect(elsewhere.count == 500)
        for process in ["a", "b"] { _ = elsewhere.hear(.online(more, at: process), now: now) }
        #expect(elsewhere.count == 600, "a third process is not listened to")
        #expect(LiveSignal(text: "online x \(String(repeating: "\(more[0]) ", count: 201))") == nil)
        #expect(LiveSignal(text: "nonsense") == nil)
        for signal in [
            LiveSignal.reader(.random(), in: .random(), upTo: .random()), .readers(in: .random()),
            .read(.random(), in: .random(), upTo: .random(), onlyForward: true),
            .previewRemoved(.random(), in: .random()),
        ] {
            #expect(LiveSignal(text: signal.text[...]) == signal)
            #expect(LiveSignal(text: "\(signal.text) more"[...]) == nil)
        }
    }

    @Test("telling calls as deep the thousandth time as the first")
    func depth() async throws {
        let near = try await Neighbourhood()
        let addresses = Mutex<[Int]>([])
        near.live.connect { _ in
            var mark = 0
            let address = withUnsafeMutablePointer(to: &mark) { Int(bitPattern: $0) }
            addresses.withLock { $0.append(address) }
        }
        for _ in 0..<1_000 { near.live.tellOthers(.typing(near.people[0], in: near.room)) }
        #expect(Set(addresses.withLock { $0 }).count == 1)
    }
}
