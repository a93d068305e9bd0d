import Chat
import Testing

extension RepositoryBehaviour {
    static let threads = [
        RepositoryBehaviour("a thread has the replies to a message, and its followers", openingThreads),
        RepositoryBehaviour("how many replies a message has is told with it", countingReplies),
        RepositoryBehaviour("threads are opened by those who take part, where the group has them", whoOpensThreads),
        RepositoryBehaviour("whoever leaves a group leaves its threads", leavingThreads),
        RepositoryBehaviour("a thread is followed and left without a word, by those who take part", following),
        RepositoryBehaviour("a thread has neither settings nor admins of its own", threadsAreNoGroups),
        RepositoryBehaviour("a person follows so many threads and no more", limitOfThreads),
    ]

    /// A group that has threads, of which the first person is the admin, and the admin's message in it.
    private static func group(
        hasThreads: Bool = true, _ admin: User, _ others: User..., on stage: Stage
    ) async throws -> (ConversationID, Message) {
        let new = NewConversation(
            .group(name: try #require(DisplayName("Hikers"))), participants: ([admin] + others).map(\.id))
        let group = try await stage.repositories.conversations.create(try #require(new), as: admin.id)
        _ = try await stage.repositories.conversations.add(admin.id, as: .admin, to: group.id, by: admin.id)
        if hasThreads {
            try await stage.repositories.groups.edit(group.id, GroupEdit(hasThreads: true), as: admin.id)
        }
        stage.clock.advance(by: .seconds(1))
        return (group.id, try await stage.post("Where do\nwe meet?", in: group.id, by: admin))
    }

    private static func open(_ message: Message, as user: User, on stage: Stage) async throws -> ConversationID {
        try await stage.repositories.threads.open(message.id, in: message.conversation, as: user.id).conversation
    }

    private static func followers(of thread: ConversationID, as user: User, on stage: Stage) async throws -> Set<UserID>
    {
        let conversation = try await stage.repositories.conversations.conversation(thread, as: user.id)
        return Set(conversation.activeParticipants.map(\.user.id))
    }

    private static func openingThreads(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let (group, message) = try await group(alice, bob, carol, on: stage)
        #expect(try await stage.repositories.conversations.conversation(group, as: bob.id).hasThreads)
        let thread = try await open(message, as: bob, on: stage)
        #expect(try await followers(of: thread, as: bob, on: stage) == [alice.id, bob.id])
        let conversation = try await stage.repositories.conversations.conversation(thread, as: bob.id)
        #expect(conversation.kind == .group && conversation.name == "Hikers" && !conversation.hasThreads)
        #expect(
            conversation.thread == ThreadOrigin(conversation: group, message: message.id, text: "Where do we meet?"))
        #expect(conversation.activeParticipant(alice.id)?.role == .admin)
        // Once more, and by another, it is the same.
        #expect(try await open(message, as: bob, on: stage) == thread)
        #expect(try await open(message, as: carol, on: stage) == thread)
        #expect(try await followers(of: thread, as: bob, on: stage) == [alice.id, bob.id, carol.id])
        let reply = try await stage.post("At the station", in: thread, by: bob)
        let said = try await stage.repositories.messages.messages(in: thread, as: carol.id, before: nil, limit: 50)
        #expect(said.map(\.id) == [reply.id])
        let inGroup = try await stage.repositories.messages.messages(in: group, as: carol.id, before: nil, limit: 50)
        #expect(!inGroup.contains { $0.id == reply.id })
        #expect(try await stage.repositories.readMarks.unreadCount(in: thread, for: alice.id) == 1)
        let listed = try await stage.repositories.conversations.conversations(of: carol.id)
        #expect(Set(listed.map(\.id)) == [group, thread])
        // A message of the thread has none of its own.
        await expect(.forbidden) { _ = try await open(reply, as: alice, on: stage) }
    }

    private static func countingReplies(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (group, message) = try await group(alice, bob, on: stage)
        func told() async throws -> MessageThread? {
            let messages = stage.repositories.messages
            let page = try await messages.messages(in: group, as: bob.id, before: nil, limit: 50)
            let found = try await messages.find([message.id], in: group, as: bob.id)
            let one = try await messages.message(message.id, in: group, as: bob.id, sentAt: message.createdAt)
            #expect(found.isEmpty || found[message.id] == one)
            #expect(page.first { $0.id == message.id } == one)
            return one.thread
        }
        let thread = try await open(message, as: bob, on: stage)
        #expect(try await told() == nil)
        let first = try await stage.post("At nine", in: thread, by: bob)
        #expect(try await told() == MessageThread(conversation: thread, replies: 1))
        _ = try await stage.post("At ten", in: thread, by: alice)
        #expect(try await told() == MessageThread(conversation: thread, replies: 2))
        try await stage.repositories.messages.delete(first.id, in: thread, as: bob.id)
        try await stage.repositories.messages.delete(first.id, in: thread, as: bob.id)
        #expect(try await told() == MessageThread(conversation: thread, replies: 1))
        // The replies stay where the message goes; its words don't.
        try await stage.repositories.messages.delete(message.id, in: group, as: alice.id)
        #expect(try await open(message, as: bob, on: stage) == thread)
        let origin = try await stage.repositories.conversations.conversation(thread, as: bob.id).thread
        #expect(origin == ThreadOrigin(conversation: group, message: message.id, text: nil))
    }

    private static func whoOpensThreads(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, groups) = (try await stage.person("carol"), stage.repositories.groups)
        let (id, message) = try await group(hasThreads: false, alice, bob, on: stage)
        await expect(.forbidden) { _ = try await open(message, as: bob, on: stage) }
        await expect(.forbidden) { try await groups.edit(id, GroupEdit(hasThreads: true), as: bob.id) }
        for hasThreads in [true, true, false, true] {
            stage.clock.advance(by: .seconds(1))
            try await groups.edit(id, GroupEdit(hasThreads: hasThreads), as: alice.id)
            #expect(
                try await stage.repositories.conversations.conversation(id, as: bob.id).hasThreads == hasThreads)
        }
        let told = try await stage.repositories.messages.messages(in: id, as: bob.id, before: nil, limit: 50)
        let changes = told.reversed().map(\.content).filter {
            if case .changed(.hasThreads, _) = $0 { true } else { false }
        }
        #expect(
            changes == [true, false, true].map { Message.Content.changed(.hasThreads($0), by: alice.id) })
        await expect(.notParticipant) { _ = try await open(message, as: carol, on: stage) }
        let system = try #require(told.first { $0.sender == nil })
        await expect(.forbidden) { _ = try await open(system, as: bob, on: stage) }
        let thread = try await open(message, as: bob, on: stage)
        await expect(.notParticipant) { _ = try await open(message, as: carol, on: stage) }
        await expect(.forbidden) {
            _ = try await stage.repositories.conversations.add(carol.id, as: .member, to: thread, by: bob.id)
        }
        // What is there stays.
        try await groups.edit(id, GroupEdit(hasThreads: false), as: alice.id)
        #expect(try await open(message, as: bob, on: stage) == thread)
        let other = try await stage.post("Another", in: id, by: alice)
        await expect(.forbidden) { _ = try await open(other, as: bob, on: stage) }
        try await groups.edit(id, GroupEdit(hasThreads: true), as: alice.id)
        try await stage.repositories.messages.delete(other.id, in: id, as: alice.id)
        await expect(.notFound) { _ = try await open(other, as: bob, on: stage) }
    }

    private static func leavingThreads(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (id, message) = try await group(alice, bob, on: stage)
        let other = try await stage.post("Another", in: id, by: bob)
        let threads = [try await open(message, as: bob, on: stage), try await open(other, as: bob, on: stage)]
        _ = try await stage.repositories.conversations.remove(bob.id, from: id, by: bob.id)
        for thread in threads {
            await expect(.notParticipant) { _ = try await stage.post("Still here", in: thread, by: bob) }
            let now = try await stage.repositories.conversations.conversation(thread, as: alice.id)
            #expect(now.activeParticipant(bob.id) == nil)
        }
        await expect(.notParticipant) { _ = try await open(message, as: bob, on: stage) }
        // Whoever comes back opens them again.
        _ = try await stage.repositories.conversations.add(bob.id, as: .member, to: id, by: alice.id)
        #expect(try await open(message, as: bob, on: stage) == threads[0])
        _ = try await stage.post("Back", in: threads[0], by: bob)
    }

    private static func following(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, conversations) = (try await stage.person("carol"), stage.repositories.conversations)
        let (_, message) = try await group(alice, bob, carol, on: stage)
        let thread = try await open(message, as: bob, on: stage)
        let added = try await conversations.add(carol.id, as: .member, to: thread, by: bob.id)
        #expect(added.user.id == carol.id && added.conversation == thread && added.isActive)
        #expect(try await followers(of: thread, as: bob, on: stage) == [alice.id, bob.id, carol.id])
        for user in [carol, alice] {
            _ = try await conversations.remove(user.id, from: thread, by: user.id)
            let listed = try await conversations.conversations(of: user.id)
            #expect(!listed.contains { $0.id == thread })
        }
        #expect(try await followers(of: thread, as: bob, on: stage) == [bob.id])
        let said = try await stage.repositories.messages.messages(in: thread, as: bob.id, before: nil, limit: 50)
        #expect(said.isEmpty)
        #expect(try await open(message, as: carol, on: stage) == thread)
        #expect(try await followers(of: thread, as: bob, on: stage) == [bob.id, carol.id])
    }

    static func unfollowedByAnother(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (_, message) = try await group(alice, bob, on: stage)
        let thread = try await open(message, as: bob, on: stage)
        await expect(.forbidden) {
            _ = try await stage.repositories.conversations.remove(bob.id, from: thread, by: alice.id)
        }
        #expect(try await followers(of: thread, as: bob, on: stage) == [alice.id, bob.id])
    }

    private static func threadsAreNoGroups(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (id, message) = try await group(alice, bob, on: stage)
        let thread = try await open(message, as: bob, on: stage)
        let edit = GroupEdit(name: DisplayName("Mine"))
        await expect(.forbidden) { try await stage.repositories.groups.edit(thread, edit, as: alice.id) }
        await expect(.forbidden) {
            try await stage.repositories.groups.set(.admin, of: bob.id, in: thread, as: alice.id)
        }
        // Who may delete there is up to the group.
        let reply = try await stage.post("At nine", in: thread, by: alice)
        await expect(.forbidden) {
            try await stage.repositories.messages.delete(reply.id, in: thread, as: bob.id)
        }
        try await stage.repositories.groups.set(.admin, of: bob.id, in: id, as: alice.id)
        try await stage.repositories.messages.delete(reply.id, in: thread, as: bob.id)
        _ = try await stage.repositories.conversations.add(bob.id, as: .member, to: id, by: alice.id)
        let other = try await stage.post("At ten", in: thread, by: alice)
        await expect(.forbidden) {
            try await stage.repositories.messages.delete(other.id, in: thread, as: bob.id)
        }
        // Its name is the group's.
        try await stage.repositories.groups.edit(id, GroupEdit(name: DisplayName("Walkers")), as: alice.id)
        #expect(try await stage.repositories.conversations.conversation(thread, as: bob.id).name == "Walkers")
    }

    private static func limitOfThreads(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (id, first) = try await group(alice, bob, on: stage)
        let busy = try await open(first, as: bob, on: stage)
        let silent = try await open(try await stage.post("1", in: id, by: alice), as: bob, on: stage)
        stage.clock.advance(by: .seconds(1))
        _ = try await stage.post("Something", in: busy, by: alice)
        for number in 2...MessageLimits.maximumThreads {
            stage.clock.advance(by: .seconds(1))
            _ = try await open(try await stage.post("\(number)", in: id, by: alice), as: bob, on: stage)
        }
        let followed = try await stage.repositories.conversations.conversations(of: bob.id)
            .filter { $0.thread != nil && $0.activeParticipant(bob.id) != nil }
        #expect(followed.count == MessageLimits.maximumThreads)
        #expect(followed.contains { $0.id == busy } && !followed.contains { $0.id == silent })
    }
}

extension Stage {
    fileprivate func post(_ text: String, in conversation: ConversationID, by sender: User) async throws -> Message {
        try await repositories.messages.send(
            NewMessage(conversation: conversation, sender: sender.id, text: try MessageText(text)))
    }
}
