import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// What is known of members and read marks where reads fail or are old.
struct MembersAndMarksTests {
    @Test func `a member removed here is told so at once, and nothing afterwards, though nothing can be read`()
        async throws
    {
        let place = try await Neighbourhood()
        let bob = try await place.listen(place.people[1])
        place.line.forget(place.people[0])
        _ = try await place.live.repositories.conversations.remove(
            place.people[1], from: place.room, by: place.people[0])
        _ = try await place.live.repositories.messages.send(
            NewMessage(conversation: place.room, sender: place.people[2], text: try MessageText("not for bob")))
        while !place.live.isQuiet { await Task.yield() }
        let events = place.post.collect(bob).filter { $0.conversation == place.room }
        #expect(events.map(\.kind) == [.gone])
    }

    @Test func `who comes back is not told what was said before they joined`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        let live = place.live
        let name = try #require(DisplayName("others"))
        let others = try await live.repositories.conversations.create(
            try #require(NewConversation(.group(name: name), participants: [ann, place.people[2]])), as: ann
        ).id
        func say(_ text: String) async throws {
            place.clock.advance(by: .seconds(1))
            let message = NewMessage(conversation: others, sender: ann, text: try MessageText(text))
            _ = try await live.repositories.messages.send(message)
        }
        _ = try await live.repositories.messages.messages(in: others, as: ann, before: nil, limit: 50)
        let subscriber = try await place.listen(bob)
        try await say("before")
        let last = live.position
        try await say("between")
        _ = try await live.repositories.conversations.add(bob, as: .member, to: others, by: ann)
        try await say("after")
        let returned = Subscriber(
            user: bob, session: "other", locale: subscriber.locale, write: { _ in }, end: {})
        _ = try await live.open(returned, watching: [], after: last)
        while !live.isQuiet { await Task.yield() }
        let events = place.post.collect(returned).filter { $0.conversation == others }
        #expect(events.first?.kind == .joined)
        let texts = events.compactMap { event -> String? in
            if case .feed(.posted(let message, _)) = event.kind, case .text(_, let text) = message.content {
                return text
            }
            return nil
        }
        #expect(texts == ["after"])
    }

    @Test func `an old read of the members does not bring back who is not in the list any more`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        for user in [ann, bob] { _ = try await place.live.repositories.conversations.conversations(of: user) }
        let room = try place.store.conversation(place.room, as: ann)
        let isMember = place.live.withState { state, now in
            let start = state.beginRead()
            let startOfList = state.beginRead()
            _ = state.take([], read: [], of: bob, begun: startOfList, now: now)
            _ = state.take(room, begun: start, now: now)
            return state.conversation(room.id, of: bob) != nil
        }
        #expect(!isMember)
    }

    @Test func `all that was read elsewhere shows with the next poll of a list`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        var rooms = [place.room]
        for other in 1...2 { rooms.append(try await place.direct(0, other, place.store)) }
        var last: [ConversationID: MessageID] = [:]
        for room in rooms {
            place.clock.advance(by: .seconds(1))
            let sender = room == rooms[2] ? place.people[2] : bob
            last[room] = try await place.store.send(
                NewMessage(conversation: room, sender: sender, text: try MessageText("new"))
            ).id
        }
        let subscriber = try await place.listen(ann)
        await place.goRound()
        for room in rooms {
            #expect(try await place.live.repositories.readMarks.unreadCount(in: room, for: ann) == 1)
            _ = try await place.store.mark(try #require(last[room]), asReadIn: room, by: ann)
        }
        _ = place.post.collect(subscriber)
        place.clock.advance(by: PollingPace().person)
        await place.live.pollList(of: ann)
        while !place.live.isQuiet { await Task.yield() }
        let read = place.changes(subscriber)
        #expect(read.allSatisfy { $0.kind == .read(count: 0, isMore: false) })
        #expect(Set(read.map(\.conversation)) == Set(rooms))
        #expect(read.count == rooms.count)
    }

    @Test func `the list of the only person with a stream is polled once in each round`() async throws {
        let place = try await Neighbourhood(["ann"])
        _ = try await place.listen(place.people[0])
        #expect(place.live.dueListPolls().isEmpty)
        for _ in 0..<3 {
            place.clock.advance(by: PollingPace().person)
            #expect(place.live.dueListPolls() == place.people)
            await place.live.pollList(of: place.people[0])
            #expect(place.live.dueListPolls().isEmpty)
        }
    }

    @Test func `the list is another one once a newer count of the unread is known`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob) = (place.people[0], place.people[1])
        let (conversations, marks) = (place.live.repositories.conversations, place.live.repositories.readMarks)
        let message = try await place.store.send(
            NewMessage(conversation: place.room, sender: bob, text: try MessageText("new"))
        ).id
        _ = try await conversations.conversations(of: ann)
        _ = try await place.live.repositories.messages.messages(in: place.room, as: ann, before: nil, limit: 50)
        func listVersion() -> UInt64? { place.live.withState { state, _ in state.people[ann]?.listVersion } }
        #expect(try await marks.unreadCount(in: place.room, for: ann) == 1)
        let before = listVersion()
        #expect(try await marks.unreadCount(in: place.room, for: ann) == 1)
        #expect(listVersion() == before)
        _ = try await place.store.mark(message, asReadIn: place.room, by: ann)
        place.clock.advance(by: LiveLimits().personAge + .seconds(1))
        #expect(try await marks.unreadCount(in: place.room, for: ann) == 0)
        #expect(listVersion() != before)
    }

    @Test func `a message deleted before the answer to its sending came does not come back`() {
        var room = Room()
        var feed = ConversationFeed()
        let start = feed.beginRead()
        _ = feed.take([], limit: 50, start: start, isWidest: false)
        let message = room.post(by: Room.people[0], tick: 1)
        #expect(feed.delete(message.id) == [.deleted(message.id)])
        #expect(feed.post(message).isEmpty)
        #expect(feed.messages.isEmpty)
    }
    @Test func `what was seen is read though another message is posted between a count and a look`() async throws {
        let place = try await Neighbourhood()
        let (ann, bob, room) = (place.people[0], place.people[1], place.room)
        @Sendable func say(_ text: String) async throws -> Message {
            place.clock.advance(by: .seconds(1))
            return try await place.store.send(
                NewMessage(conversation: room, sender: ann, text: try MessageText(text)))
        }
        let seen = try await say("seen")
        let backend = DistantStore(store: place.store, line: place.line).repositories
        let access = try await ConversationAccess.enter(room, as: bob, backend)
        place.line.onceCounted { _ = try? await say("meanwhile") }
        try await access.markSeen(seen.id, sentAt: seen.createdAt)
        #expect(try place.store.unreadCount(in: room, for: bob) == 1)
    }
}
