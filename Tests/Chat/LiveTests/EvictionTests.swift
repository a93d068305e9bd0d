import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

struct EvictionTests {
    @Test func `what people with a stream have in their lists is kept, however much that is`() {
        var place = StateUnderTest(conversations: 1_000, people: 5_000)
        var listed: Set<ConversationID> = []
        for _ in 0..<60 {
            let user = UserID.random()
            listed.formUnion(place.readList(of: user, count: 24))
            place.openStream(of: user)
        }
        place.state.evict()
        #expect(listed.count == 1_440)
        #expect(Set(place.state.conversations.keys) == listed)
    }

    @Test func `of conversations in nobody's list those used last are kept, up to the limit`() {
        var place = StateUnderTest(conversations: 100, people: 5_000)
        let here = UserID.random()
        let listed = place.readList(of: here, count: 30)
        place.openStream(of: here)
        let idle = (0..<13).map { _ in place.readList(of: .random(), count: 10) }
        place.state.evict()
        let kept = Set(place.state.conversations.keys)
        #expect(kept.isSuperset(of: listed), "a list that was found out before the stream opened counts too")
        #expect(kept == Set(listed + idle.suffix(10).joined()))
    }

    @Test func `what is open in a browser or being read is kept, though it is the oldest`() throws {
        var place = StateUnderTest(conversations: 100, people: 5_000)
        let (watcher, reader) = (UserID.random(), UserID.random())
        let open = place.readList(of: watcher, count: 1)
        let stream = place.openStream(of: watcher, watching: open)
        // A list that is read again without the conversation, which is still open.
        place.state.people[watcher]?.list = nil
        let underWay = place.readList(of: reader, count: 1)
        place.state.conversations[try #require(underWay.first)]?.poll.isUnderWay = true
        for _ in 0..<13 { place.readList(of: .random(), count: 10) }
        place.state.evict()
        #expect(place.state.conversations.keys.contains(open[0]))
        #expect(place.state.conversations.keys.contains(underWay[0]))
        #expect(place.state.conversations.count <= 102)
        let moment = place.now()
        #expect(place.state.close(stream, now: moment) != nil)
    }

    @Test func `more people with a stream than the limit are all kept`() {
        var place = StateUnderTest(conversations: 1_000, people: 5_000)
        let here = (0..<3_000).map { _ in UserID.random() }
        for user in here { place.openStream(of: user) }
        for _ in 0..<4_000 { place.visit(.random()) }
        place.state.evict()
        #expect(place.state.people.count == 7_000)
        #expect(here.allSatisfy { place.state.people[$0] != nil })
    }

    @Test func `of people without a stream those seen last are kept, up to the limit`() {
        var place = StateUnderTest(conversations: 1_000, people: 5_000)
        let here = (0..<100).map { _ in UserID.random() }
        for user in here { place.openStream(of: user) }
        let visitors = (0..<6_400).map { _ in UserID.random() }
        for user in visitors { place.visit(user) }
        place.state.evict()
        #expect(Set(place.state.people.keys) == Set(here + visitors.suffix(5_000)))
    }

    @Test func `people without a stream are as many as may be, though others have several streams each`() {
        var place = StateUnderTest(conversations: 50, people: 8)
        let here = (0..<4).map { _ in UserID.random() }
        for user in here { for _ in 0..<5 { place.openStream(of: user) } }
        for _ in 0..<25 { place.visit(.random()) }
        place.state.evict()
        #expect(place.state.people.count == here.count + 8)
        for stream in place.state.streams.keys { _ = place.state.close(stream, now: Timestamp(milliseconds: 0)) }
        place.state.evict()
        #expect(place.state.people.count == 8)
    }

    @Test func `the number of kept people has a bound, however many different ones come`() {
        var place = StateUnderTest(conversations: 50, people: 400)
        var most = 0
        for round in 0..<4_000 {
            let user = UserID.random()
            place.readList(of: user, count: 1)
            let stream = place.openStream(of: user)
            place.state.evict()
            most = max(most, place.state.people.count)
            if round.isMultiple(of: 3) {
                let moment = place.now()
                _ = place.state.close(stream, now: moment)
                #expect(place.state.people[user] != nil)
            } else {
                _ = place.state.close(stream, now: Timestamp(milliseconds: 0))
            }
        }
        #expect((400...502).contains(most))
        #expect(place.state.conversations.count <= 64)
    }

    @Test func `limits of nothing keep nothing that is idle`() {
        var place = StateUnderTest(conversations: 0, people: 0)
        place.readList(of: .random(), count: 3)
        place.state.evict()
        #expect(place.state.conversations.isEmpty)
        #expect(place.state.people.isEmpty)
    }

    @Test func `who comes back to what was forgotten is told to read again`() {
        var place = StateUnderTest(conversations: 4, people: 4)
        let user = UserID.random()
        place.readList(of: user, count: 1)
        let last = place.state.lastEvent
        let moment = place.now()
        _ = place.state.send(.refresh, to: user, in: .random(), now: moment)
        for _ in 0..<12 { place.readList(of: .random(), count: 1) }
        place.state.evict()
        #expect(place.state.people[user] == nil)
        let subscriber = Subscriber(
            user: user, session: "s", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {})
        let opened = place.state.open(subscriber, watching: [], after: StreamPosition(last), now: moment)
        #expect(opened.publications.first?.event.kind == .refresh)
    }

    @Test func `with a conversation goes what its members had read of it, and their lists have to be read again`()
        throws
    {
        var place = StateUnderTest(conversations: 0, people: 10)
        let user = UserID.random()
        let id = try #require(place.readList(of: user, count: 1).first)
        let moment = place.now()
        let person = place.state.cachedPerson(user, moment)
        person.positions[id] = CachedPerson.KnownPosition(value: .behind(300), at: moment)
        place.state.invalidatePages(of: person, showing: id)
        #expect(place.state.list(of: person)?.map(\.id) == [id])
        place.state.evict()
        #expect(place.state.list(of: person) == nil)
        #expect(person.positions.isEmpty && person.pageVersions.isEmpty)
    }

    @Test func `who comes back after an eviction is shown no page of before`() {
        var place = StateUnderTest(conversations: 10, people: 0)
        let user = UserID.random()
        place.visit(user)
        let before = place.state.people[user]?.listVersion
        place.state.evict()
        #expect(place.state.people[user] == nil)
        place.visit(user)
        #expect(place.state.people[user]?.listVersion != before)
    }

    @Test func `an answer asked for before its conversation was forgotten does not hide what was sent since`() throws {
        var place = StateUnderTest(conversations: 0, people: 10)
        let user = UserID.random()
        let id = try #require(place.readList(of: user, count: 1).first)
        let moment = place.now()
        for _ in 0..<3 { _ = place.state.cachedConversation(id, moment).feed.beginRead() }
        let start = place.state.cachedConversation(id, moment).feed.beginRead()
        place.state.evict()
        #expect(place.state.conversations[id] == nil)
        let sent = Message(
            id: .random(), conversation: id, content: .text(sender: user, text: "sent"), replyTo: nil,
            createdAt: moment, reactions: [])
        _ = place.state.cachedConversation(id, moment).feed.post(sent)
        _ = place.state.take([], of: id, limit: 50, start: start, isWidest: false, now: moment)
        let next = place.state.cachedConversation(id, moment).feed.beginRead()
        _ = place.state.take([sent], of: id, limit: 50, start: next, isWidest: false, now: moment)
        #expect(place.state.conversations[id]?.feed.messages == [sent])
    }
}

/// Visitors whose browsers open no stream, such as those without scripts.
struct EvictionWithoutStreamsTests {
    @Test func `visitors without a stream are forgotten too, in the order of their last visit`() async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        var limits = LiveLimits()
        limits.eviction.people = 8
        limits.eviction.conversations = 8
        let live = Live(
            store.repositories, policy: .authoritative, limits: limits, clock: clock.clock, publisher: Post())
        var visitors: [UserID] = []
        for number in 0..<40 {
            let (alias, name) = (try #require(Alias("visitor\(number)")), try #require(DisplayName("V")))
            let user = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
            let new = try #require(NewConversation(.group(name: name), participants: [user]))
            _ = try await store.create(new, as: user)
            visitors.append(user)
            _ = try await live.repositories.conversations.conversations(of: user)
            clock.advance(by: .seconds(61))
        }
        let (people, conversations) = live.withState { state, _ in (Set(state.people.keys), state.conversations.count) }
        #expect((8...10).contains(people.count))
        #expect(people == Set(visitors.suffix(people.count)))
        #expect((8...10).contains(conversations))
    }

    @Test func `what a page that is being made has just read is kept, however much it is`() async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        var limits = LiveLimits()
        limits.eviction.conversations = 4
        let live = Live(
            store.repositories, policy: .authoritative, limits: limits, clock: clock.clock, publisher: Post())
        let (alias, name) = (try #require(Alias("visitor")), try #require(DisplayName("V")))
        let user = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
        for _ in 0..<30 {
            let new = try #require(NewConversation(.group(name: name), participants: [user]))
            let id = try await store.create(new, as: user).id
            _ = try await store.send(NewMessage(conversation: id, sender: user, text: try MessageText("a")))
        }
        let list = try await ConversationOverview(live.repositories).list(for: user)
        #expect(list.active.count == 30)
        #expect(list.active.allSatisfy { $0.lastMessage != nil })
    }
}

struct ReadPositionTests {
    @Test func `one that is known takes no more room than it has to`() {
        // Of each person one is kept for each conversation.
        #expect(MemoryLayout<(key: ConversationID, value: CachedPerson.KnownPosition)>.stride <= 48)
        let moment = Timestamp(milliseconds: 1_795_255_200_999)
        let known = CachedPerson.KnownPosition(value: .beginning, at: moment)
        #expect(known.at == Timestamp(milliseconds: 1_795_255_200_000))
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int(UInt32.max), .max])
    func `whatever a backend counts as unread is a position`(behind: Int) {
        var feed = ConversationFeed()
        let start = feed.beginRead()
        let message = Message(
            id: .random(), conversation: .random(), content: .text(sender: .random(), text: "a"), replyTo: nil,
            createdAt: Timestamp(milliseconds: 1), reactions: [])
        _ = feed.take([message], limit: 1, start: start, isWidest: false)
        var position = ReadPosition(behind: behind, in: feed)
        #expect(position.count(in: feed) == max(0, behind))
        position.countPosted()
        #expect(position.count(in: feed) >= max(0, behind))
    }
}
