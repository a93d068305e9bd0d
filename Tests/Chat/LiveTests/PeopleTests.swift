import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

struct PeopleTests {
    @Test("a conversation made elsewhere is told once to everybody in it who has a stream")
    func madeElsewhere() async throws {
        let place = try await Neighbourhood()
        var subscribers: [Subscriber] = []
        for user in place.people { subscribers.append(try await place.listen(user)) }
        let id = try await place.direct(0, 1, place.store)
        await place.goRound()
        await place.goRound()
        for (subscriber, count) in zip(subscribers, [1, 1, 0]) {
            let joined = place.changes(subscriber)
            #expect(joined.map(\.kind) == Array(repeating: .joined, count: count))
            #expect(joined.allSatisfy { $0.conversation == id })
        }
        // It is heard of from then on.
        _ = try await place.store.send(
            NewMessage(conversation: id, sender: place.people[1], text: try MessageText("elsewhere")))
        await place.goRound()
        #expect(place.post.collect(subscribers[0]).contains { $0.message?.conversation == id })
        #expect(place.live.takeUnconfirmedUsers(atMost: 9).isEmpty)
    }

    @Test("a conversation made here is told once, whoever's list is read then")
    func madeHere() async throws {
        let place = try await Neighbourhood()
        var subscribers: [Subscriber] = []
        for user in place.people { subscribers.append(try await place.listen(user)) }
        _ = try await place.direct(0, 1, place.live.repositories.conversations)
        await place.goRound()
        #expect(subscribers.map { place.changes($0).count } == [1, 1, 0])
    }

    @Test("who was removed elsewhere hears so, also of a conversation that the list does not hold any more")
    func gone() async throws {
        let place = try await Neighbourhood()
        let subscriber = try await place.listen(place.people[1])
        let other = try await place.direct(1, 2, place.store)
        await place.goRound()
        #expect(place.changes(subscriber).count == 1)
        _ = try await place.store.remove(place.people[1], from: place.room, by: place.people[0])
        place.line.hide(other)
        await place.goRound()
        let gone = place.changes(subscriber)
        #expect(Set(gone.map(\.conversation)) == [place.room, other])
        #expect(gone.allSatisfy { $0.kind == .gone })
        _ = try await place.store.send(
            NewMessage(conversation: other, sender: place.people[2], text: try MessageText("not for him")))
        await place.goRound()
        #expect(place.post.collect(subscriber).isEmpty)
    }

    /// A list that was asked for before something changed here comes back after it.
    @Test("an answer that is older than what happened here takes nothing back", arguments: [true, false])
    func staleAnswer(isRemoval: Bool) async throws {
        let place = try await Neighbourhood()
        let bob = try await place.listen(place.people[1])
        let conversations = place.live.repositories.conversations
        let made = Mutex<ConversationID?>(nil)
        place.line.onceAnswered { [live = place.live, people = place.people, room = place.room] in
            if isRemoval {
                _ = try? await live.repositories.conversations.remove(people[1], from: room, by: people[0])
            } else if let new = NewConversation(.direct, participants: [people[0], people[1]]) {
                let id = try? await conversations.create(new, as: people[0]).id
                made.withLock { $0 = id }
            }
        }
        await place.live.pollList(of: place.people[1])
        while !place.live.isQuiet { await Task.yield() }
        #expect(place.changes(bob).map(\.kind) == [isRemoval ? .gone : .joined])
        let (members, told) = place.live.withState { state, _ in
            (state.conversations[place.room]?.members, state.people[place.people[1]]?.memberships)
        }
        #expect(members?.contains(place.people[1]) == !isRemoval)
        let new = made.withLock { $0 }
        #expect(told == Set(isRemoval ? [] : [place.room, new].compactMap { $0 }))
        #expect((new == nil) == isRemoval)
        let list = try await conversations.conversations(of: place.people[1])
        #expect(list.count == (isRemoval ? 1 : 2))
    }

    @Test("who is in no conversation of their list, or gets none, may be gone", arguments: [true, false])
    func doubted(isRefused: Bool) async throws {
        let place = try await Neighbourhood()
        _ = try await place.listen(place.people[0])
        await place.goRound()
        #expect(place.live.takeUnconfirmedUsers(atMost: 9).isEmpty)
        if isRefused { place.line.forget(place.people[0]) } else { place.line.hide(place.room) }
        await place.goRound()
        #expect(place.live.takeUnconfirmedUsers(atMost: 9) == [place.people[0]])
        #expect(place.live.takeUnconfirmedUsers(atMost: 9).isEmpty)
        // An outage says nothing about people.
        place.line.set(.before)
        await place.goRound()
        #expect(place.live.takeUnconfirmedUsers(atMost: 9).isEmpty)
    }

    @Test("what was read elsewhere is not unread any more, and what was deleted does not count as read")
    func readElsewhere() async throws {
        let place = try await Neighbourhood(["ann", "bob"])
        let (ann, bob) = (place.people[0], place.people[1])
        let marks = place.live.repositories.readMarks
        _ = try await place.live.repositories.conversations.conversations(of: ann)
        _ = try await place.live.repositories.messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        func say(_ text: String) async throws -> MessageID {
            place.clock.advance(by: .seconds(1))
            return try await place.store.send(
                NewMessage(conversation: place.room, sender: bob, text: try MessageText(text))
            ).id
        }
        let first = try await say("one")
        _ = try await place.store.mark(first, asReadIn: place.room, by: ann)
        let rest = await [try say("two"), try say("three"), try say("four")]
        let subscriber = try await place.listen(ann)
        await place.goRound()
        #expect(try await marks.unreadCount(in: place.room, for: ann) == 3)
        await place.goRound()
        #expect(place.changes(subscriber).isEmpty)
        // The backend counts one less now, and nobody has read anything.
        try await place.store.delete(rest[2], in: place.room, as: bob)
        place.clock.advance(by: PollingPace().person)
        await place.live.pollList(of: ann)
        while !place.live.isQuiet { await Task.yield() }
        #expect(place.changes(subscriber).isEmpty)
        #expect(try await marks.unreadCount(in: place.room, for: ann) == 2)
        _ = try await place.store.mark(rest[0], asReadIn: place.room, by: ann)
        await place.goRound()
        #expect(place.changes(subscriber).map(\.kind) == [.read(count: 1, isMore: false)])
        // More may mean what was deleted, for some backends count it.
        _ = try await place.store.mark(first, asReadIn: place.room, by: ann)
        await place.goRound()
        #expect(place.changes(subscriber).isEmpty)
        _ = try await place.store.mark(rest[1], asReadIn: place.room, by: ann)
        await place.goRound()
        await place.goRound()
        #expect(place.changes(subscriber).map(\.kind) == [.read(count: 0, isMore: false)])
    }

    @Test("everybody has their turn, evenly, and never more at once or sooner than is allowed")
    func turns() async throws {
        let names = (0..<30).map { "person-\($0)" }
        let place = try await Neighbourhood(names) { $0.personReadSpacing = .milliseconds(2_000) }
        for user in place.people { _ = try await place.listen(user) }
        var reads: [UserID: Int] = [:]
        for _ in 0..<(4 * 120) {
            place.clock.advance(by: .milliseconds(250))
            let due = place.live.dueListPolls()
            #expect(due.count <= 1)
            for user in due {
                reads[user, default: 0] += 1
                await place.live.pollList(of: user)
            }
        }
        // 120 s: thirty people each 2 s, though 45 s would be their pace.
        #expect(reads.count == 30)
        #expect(reads.values.allSatisfy { $0 == 1 || $0 == 2 })
        #expect((55...60).contains(reads.values.reduce(0, +)))
        // A backend that takes its time is left alone for ten times as long.
        place.clock.advance(by: .seconds(2))
        let slow = try #require(place.live.dueListPolls().first)
        place.line.onceAnswered { [clock = place.clock] in clock.advance(by: .seconds(1)) }
        await place.live.pollList(of: slow)
        place.clock.advance(by: .milliseconds(9_900))
        #expect(place.live.dueListPolls().isEmpty)
        place.clock.advance(by: .milliseconds(100))
        let next = place.live.dueListPolls()
        #expect(next.count == 1)
        for user in next { await place.live.pollList(of: user) }
        // Whoever waits for an answer keeps a place.
        place.clock.advance(by: .seconds(60))
        var waiting: [UserID] = []
        for _ in 0..<100 {
            place.clock.advance(by: .seconds(2))
            waiting += place.live.dueListPolls()
        }
        #expect(waiting.count == LiveLimits().personReadsAtOnce)
        #expect(Set(waiting).count == waiting.count)
    }

    @Test("nobody's list is read where the backend changes here only, or where nobody is here")
    func spared() async throws {
        let place = try await Neighbourhood()
        #expect(place.live.dueListPolls().isEmpty)
        let subscriber = try await place.listen(place.people[0])
        _ = subscriber
        let stream = try #require(place.live.withState { state, _ in state.streams.keys.first })
        place.live.close(stream)
        place.clock.advance(by: .seconds(100))
        #expect(place.live.dueListPolls().isEmpty)
        let own = Live(
            place.store.repositories, policy: .authoritative, clock: place.clock.clock, publisher: place.post)
        _ = try await own.open(subscriber, watching: [], after: nil)
        place.clock.advance(by: .seconds(100))
        #expect(own.dueListPolls().isEmpty)
    }
}
