import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// What the simulation found (`make simulation`), each alone.
struct OvertakingTests {
    @Test func `a read of only the newest message does not make the others fresh`() async throws {
        let place = try await Neighbourhood()
        let (ann, messages) = (place.people[0], place.live.repositories.messages)
        var sent: [Message] = []
        for text in ["one", "two"] {
            place.clock.advance(by: .seconds(1))
            let new = NewMessage(conversation: place.room, sender: ann, text: try MessageText(text))
            sent.append(try await place.store.send(new))
        }
        _ = try await place.listen(ann)
        _ = try await messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        try await place.store.delete(sent[0].id, in: place.room, as: ann)
        place.clock.advance(by: PollingPace().listed)
        for poll in place.live.tick() { await place.live.poll(poll) }
        let shown = try await messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        #expect(shown.map(\.id) == [sent[1].id])
    }

    @Test func `a page from before an eviction is loaded again`() async throws {
        let place = try await Neighbourhood { limits in
            limits.eviction.conversations = 1
            limits.eviction.pageTime = .zero
        }
        let (ann, messages) = (place.people[0], place.live.repositories.messages)
        let others = [try await place.direct(0, 1, place.store), try await place.direct(0, 2, place.store)]
        _ = try await place.live.repositories.conversations.conversations(of: ann)
        _ = try await messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        let last = place.live.position
        for other in others {
            place.clock.advance(by: .seconds(1))
            _ = try await messages.messages(in: other, as: ann, before: nil, limit: 50)
        }
        place.clock.advance(by: .seconds(1))
        place.live.withState { state, now in state.evictIfDue(now: now) }
        let new = NewMessage(conversation: place.room, sender: place.people[1], text: try MessageText("new"))
        _ = try await place.store.send(new)
        _ = try await place.live.repositories.conversations.conversations(of: ann)
        _ = try await messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        let subscriber = Subscriber(
            user: ann, session: "ann", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {})
        _ = try await place.live.open(subscriber, watching: [place.room], after: last)
        while !place.live.isQuiet { await Task.yield() }
        #expect(place.post.collect(subscriber).contains { $0.kind == .refresh })
    }

    @Test func `who was removed is no participant of what is cached, nor of an older answer`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        let conversations = place.live.repositories.conversations
        for user in [ann, bob] { _ = try await conversations.conversations(of: user) }
        let room = try place.store.conversation(place.room, as: ann)
        let isMember = place.live.withState { state, now in
            let start = state.beginRead()
            _ = state.take(room, begun: state.beginRead(), now: now)
            _ = state.remove(bob, from: room.id, now: now)
            guard state.areMembersCurrent(of: room.id, begun: start) else { return false }
            return state.conversation(room.id, of: bob) != nil
        }
        #expect(!isMember)
        #expect(
            place.live.withState { state, _ in state.conversations[room.id]?.conversation?.activeParticipant(bob) }
                == nil)
    }

    /// What is remembered of a conversation or a person when a read of it is overtaken by a leaving.
    enum Forgotten: CaseIterable { case never, after, before }

    @Test(arguments: Forgotten.allCases)
    func `an answer from before somebody left is not taken, though the conversation is forgotten`(
        _ forgotten: Forgotten
    ) async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        let room = try place.store.conversation(place.room, as: ann)
        place.live.withState { state, now in
            _ = state.take(room, begun: state.beginRead(), now: now)
            if forgotten == .before { state.forgetConversation(room.id) }
            let start = state.beginRead()
            _ = state.remove(bob, from: room.id, now: now)
            if forgotten == .after { state.forgetConversation(room.id) }
            _ = state.take(room, begun: start, now: now)
            #expect(state.conversation(room.id, of: bob) == nil)
            // Also where anything else is cached of it meanwhile.
            _ = state.cachedConversation(room.id, now)
            _ = state.take(room, begun: start, now: now)
            #expect(state.conversation(room.id, of: bob) == nil)
            _ = state.take(room, begun: state.beginRead(), now: now)
            #expect(state.conversation(room.id, of: bob) != nil, "a later answer is taken")
        }
    }

    @Test(arguments: Forgotten.allCases)
    func `a list from before somebody left is not taken, though the person is forgotten`(
        _ forgotten: Forgotten
    ) async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        let room = try place.store.conversation(place.room, as: ann)
        place.live.withState { state, now in
            _ = state.take([room.id], read: [room], of: bob, begun: state.beginRead(), now: now)
            if forgotten == .before { state.forgetPerson(bob) }
            let start = state.beginRead()
            _ = state.remove(bob, from: room.id, now: now)
            if forgotten == .after { state.forgetPerson(bob) }
            for _ in 0..<2 {
                #expect(!state.take([room.id], read: [room], of: bob, begun: start, now: now).isCurrent)
                // Also where anything else is cached of them meanwhile.
                _ = state.cachedPerson(bob, now)
            }
            #expect(state.people[bob]?.isMember(of: room.id) != true)
        }
    }

    @Test func `who joins a conversation of which nothing is cached reads their list again`() {
        var place = StateUnderTest(conversations: 100, people: 100)
        let bob = UserID.random()
        let start = place.state.beginRead()
        place.readList(of: bob, count: 0)
        place.openStream(of: bob)
        #expect(place.state.people[bob]?.memberships == [])
        let moment = place.now()
        let publications = place.state.joinUnlisted([bob], .random(), now: moment)
        #expect(publications.map(\.event.kind) == [.refresh])
        #expect(place.state.people[bob]?.memberships == nil)
        #expect(!place.state.take([], read: [], of: bob, begun: start, now: moment).isCurrent)
    }

    @Test func `of a page that somebody has seen each change is told, though the members were not cached`() async throws
    {
        let place = try await Neighbourhood()
        let (ann, messages) = (place.people[0], place.live.repositories.messages)
        var sent: [Message] = []
        for text in ["one", "two", "three"] {
            place.clock.advance(by: .seconds(1))
            sent.append(
                try await place.store.send(
                    NewMessage(conversation: place.room, sender: ann, text: try MessageText(text))))
        }
        let page = try await messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        #expect(page.map(\.id) == sent.reversed().map(\.id))
        // The newest alone, as for a list.
        place.clock.advance(by: .seconds(60))
        _ = try await place.live.readNewestAlone(of: place.room, as: ann, atLeast: 1)
        let subscriber = try await place.listen(ann)
        try await place.store.delete(sent[0].id, in: place.room, as: ann)
        _ = try await place.live.readNewestAlone(of: place.room, as: ann, atLeast: 50)
        while !place.live.isQuiet { await Task.yield() }
        #expect(place.post.collect(subscriber).contains { $0.kind == .feed(.deleted(sent[0].id)) })
    }

    @Test func `a count is not kept that was asked for while a message was on its way`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        let repositories = place.live.repositories
        func say(_ text: String) async throws -> Message {
            place.clock.advance(by: .seconds(1))
            return try await place.store.send(
                NewMessage(conversation: place.room, sender: bob, text: try MessageText(text)))
        }
        for text in ["one", "two"] { _ = try await say(text) }
        for user in [ann, bob] {
            _ = try await repositories.conversations.conversations(of: user)
            _ = try await repositories.messages.newest(inEach: [place.room], as: user)
        }
        let live = place.live
        // The message is counted, and told of only then.
        live.withState { state, _ in state.beginWrite(in: place.room) }
        let sent = try await say("counted")
        #expect(try await repositories.readMarks.unreadCount(in: place.room, for: ann) == 3)
        live.post(sent)
        live.withState { state, _ in state.endWrite(in: place.room) }
        #expect(try await repositories.readMarks.unreadCount(in: place.room, for: ann) == 3)
    }

    @Test func `of two read marks the one that is answered last is not taken for the last one`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        var sent: [Message] = []
        for text in ["one", "two"] {
            place.clock.advance(by: .seconds(1))
            sent.append(
                try await place.store.send(
                    NewMessage(conversation: place.room, sender: bob, text: try MessageText(text))))
        }
        _ = try await place.live.repositories.conversations.conversations(of: ann)
        place.live.withState { state, now in
            let first = state.beginMark(in: place.room, by: ann)
            let second = state.beginMark(in: place.room, by: ann)
            // The messages are not cached yet.
            _ = state.mark(sent[1].id, in: place.room, by: ann, begun: second, now: now)
            let start = state.cachedConversation(place.room, now).feed.beginRead()
            _ = state.take(sent.reversed(), of: place.room, limit: 50, start: start, isWidest: false, now: now)
            _ = state.mark(sent[0].id, in: place.room, by: ann, begun: first, now: now)
        }
        _ = try await place.store.mark(sent[1].id, asReadIn: place.room, by: ann)
        #expect(try await place.live.repositories.readMarks.unreadCount(in: place.room, for: ann) == 0)
    }
}
