import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// What the cache knows of threads, and what is told of them.
@Suite struct ThreadTests {
    /// Ann has written in a group of which she is the admin, and Bob has opened the thread.
    private struct Place {
        let near: Neighbourhood
        let live: Live
        let post = Post()
        let message: Message
        let thread: ConversationID

        var repositories: Repositories { live.repositories }
        var room: ConversationID { near.room }
        var ann: UserID { near.people[0] }
        var bob: UserID { near.people[1] }

        init(policy: CachePolicy = .authoritative) async throws {
            near = try await Neighbourhood()
            var limits = LiveLimits()
            limits.tick = .seconds(3_600)
            let direct = near.store.repositories
            let repositories = Repositories(
                users: direct.users, conversations: direct.conversations,
                messages: DistantStore(store: near.store, line: near.line), reactions: direct.reactions,
                readMarks: direct.readMarks, bookmarks: direct.bookmarks, search: direct.search,
                health: direct.health, editing: direct.editing, groups: direct.groups, threads: direct.threads)
            live = Live(repositories, policy: policy, limits: limits, clock: near.clock.clock, publisher: post)
            let ann = near.people[0]
            _ = try await near.store.add(ann, as: .admin, to: near.room, by: ann)
            try await near.store.edit(near.room, GroupEdit(hasThreads: true), as: ann)
            message = try await near.store.send(
                NewMessage(conversation: near.room, sender: ann, text: try MessageText("Where?")))
            for person in near.people {
                _ = try await live.repositories.conversations.conversations(of: person)
                _ = try await live.repositories.messages.messages(in: near.room, as: person, before: nil, limit: 50)
            }
            thread = try await live.repositories.threads.open(message.id, in: near.room, as: near.people[1])
                .conversation
            _ = try await live.repositories.messages.messages(in: thread, as: near.people[1], before: nil, limit: 50)
        }

        func listen(_ user: UserID, _ watched: ConversationID) async throws -> Subscriber {
            let subscriber = Subscriber(
                user: user, session: "\(user)", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in },
                end: {})
            _ = try await live.open(subscriber, watching: [watched], after: nil)
            _ = await told(subscriber)
            return subscriber
        }

        func reply(_ text: String) async throws -> Message {
            try await repositories.messages.send(
                NewMessage(conversation: thread, sender: bob, text: try MessageText(text)))
        }

        /// What somebody was told since.
        func told(_ subscriber: Subscriber) async -> [LiveEvent] {
            while !live.isQuiet { await Task.yield() }
            return post.collect(subscriber)
        }
    }

    @Test func `a reply changes the message for those who have the group open, and for nobody twice`() async throws {
        let place = try await Place()
        let cat = try await place.listen(place.near.people[2], place.room)
        for count in 1...2 {
            _ = try await place.reply("\(count)")
            let changes = await place.told(cat).compactMap { event -> MessageThread? in
                guard case .feed(.changed(let message, _)) = event.kind, event.conversation == place.room else {
                    return nil
                }
                return message.thread
            }
            #expect(changes == [MessageThread(conversation: place.thread, replies: count)])
        }
    }

    @Test func `where the number of replies can't be read, the next page of the group has it`() async throws {
        let place = try await Place()
        let cat = try await place.listen(place.near.people[2], place.room)
        func shown() async throws -> Int? {
            let page = try await place.repositories.messages.messages(
                in: place.room, as: place.near.people[2], before: nil, limit: 50)
            return page.first { $0.id == place.message.id }?.thread?.replies
        }
        #expect(try await shown() == nil)
        place.near.line.cutMessages(true)
        _ = try await place.reply("Here")
        #expect(await place.told(cat).isEmpty)
        place.near.line.cutMessages(false)
        #expect(try await shown() == 1)
    }

    @Test(arguments: [true, false])
    func `whoever leaves the group leaves a cached thread, whether anything of theirs is cached or not`(isKnown: Bool)
        async throws
    {
        let place = try await Place()
        if !isKnown { place.live.withState { state, _ in state.forgetPerson(place.bob) } }
        _ = try await place.repositories.conversations.remove(place.bob, from: place.room, by: place.ann)
        let refusal = await #expect(throws: ChatError.self) {
            try await ConversationAccess.enter(place.thread, as: place.bob, place.repositories)
        }
        #expect(refusal?.reason == .noLongerParticipant)
        let listed = try await place.repositories.conversations.conversations(of: place.bob)
        #expect(!listed.contains { $0.id == place.thread })
    }

    @Test func `a removal ends what is told of a thread`() async throws {
        let place = try await Place()
        let bob = try await place.listen(place.bob, place.thread)
        _ = try await place.repositories.conversations.remove(place.bob, from: place.room, by: place.ann)
        let gone = await place.told(bob).filter { $0.kind == .gone }.compactMap(\.conversation)
        #expect(Set(gone) == [place.room, place.thread] && gone.count == 2)
    }

    @Test func `a thread shows the name of the group and the text of the message, as they are`() async throws {
        let place = try await Place()
        let bob = try await place.listen(place.bob, place.thread)
        func shown() async throws -> Conversation {
            try await place.repositories.conversations.conversation(place.thread, as: place.bob)
        }
        func isTold() async -> Bool {
            await place.told(bob).contains { event in
                if case .feed(.conversation) = event.kind { event.conversation == place.thread } else { false }
            }
        }
        try await place.repositories.groups.edit(place.room, GroupEdit(name: DisplayName("Garden")), as: place.ann)
        #expect(try await shown().name == "Garden")
        #expect(await isTold())
        _ = try await place.repositories.editing.edit(
            place.message.id, in: place.room, to: try MessageText("When?"), as: place.ann)
        #expect(try await shown().thread?.excerpt == "When?")
        #expect(await isTold())
        try await place.repositories.messages.delete(place.message.id, in: place.room, as: place.ann)
        #expect(try await shown().thread?.excerpt == nil)
        #expect(await isTold())
    }

    @Test func `an evicted thread is known of its group no more`() async throws {
        let place = try await Place()
        place.live.withState { state, _ in
            #expect(state.threads == [place.room: [place.thread]])
            state.forgetConversation(place.thread)
            #expect(state.threads.isEmpty)
        }
    }

    @Test func `what somebody follows no more instead is told as left`() async throws {
        let place = try await Place()
        let bob = try await place.listen(place.bob, place.room)
        var others: [Message] = []
        for number in 1...MessageLimits.maximumThreads {
            place.near.clock.advance(by: .seconds(1))
            others.append(
                try await place.near.store.send(
                    NewMessage(conversation: place.room, sender: place.ann, text: try MessageText("\(number)"))))
        }
        for other in others {
            place.near.clock.advance(by: .seconds(1))
            _ = try await place.repositories.threads.open(other.id, in: place.room, as: place.bob)
        }
        let gone = await place.told(bob).filter { $0.kind == .gone }.compactMap(\.conversation)
        #expect(gone == [place.thread])
        let listed = try await place.repositories.conversations.conversations(of: place.bob)
        #expect(listed.count { $0.thread != nil } == MessageLimits.maximumThreads)
    }
}
