import Chat
import Testing

extension RepositoryBehaviour {
    static let groups = [
        RepositoryBehaviour("a group's settings are changed for everybody, and told", settings),
        RepositoryBehaviour("what is left out of an edit, or is so already, stays and is not told", partialEdits),
        RepositoryBehaviour("admins are made and unmade, and the last one stays", roles),
        RepositoryBehaviour("only admins change a group", whoMayChange),
        RepositoryBehaviour("the last admin who leaves makes the member of the longest time an admin", heir),
        RepositoryBehaviour("two admins who unmake each other leave one", adminsAtOnce),
        RepositoryBehaviour("what is for admins only is refused to others", adminsOnly),
        RepositoryBehaviour("a pin is told, an unpin is not", pinIsTold),
    ]

    private static func administered(by admin: User, _ others: User..., on stage: Stage) async throws -> Conversation {
        stage.clock.advance(by: .seconds(1))
        let group = try await stage.repositories.conversations.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: ([admin] + others).map(\.id))!, as: admin.id
        )
        _ = try await stage.repositories.conversations.add(admin.id, as: .admin, to: group.id, by: admin.id)
        return group
    }

    private static func read(_ group: Conversation, as user: User, on stage: Stage) async throws -> Conversation {
        try await stage.repositories.conversations.conversation(group.id, as: user.id)
    }

    private static func role(of user: User, in group: Conversation, as reader: User, on stage: Stage) async throws
        -> Role?
    {
        let participants = try await read(group, as: reader, on: stage).activeParticipants
        return participants.first { $0.user.id == user.id }?.role
    }

    /// What is told of changes, oldest first.
    private static func told(_ group: Conversation, as user: User, on stage: Stage) async throws -> [Message.Content] {
        try await stage.messages(in: group, as: user).reversed().map(\.content)
            .filter { if case .changed = $0 { true } else { false } }
    }

    private static func edit(_ group: Conversation, _ edit: GroupEdit, as user: User, on stage: Stage) async throws {
        stage.clock.advance(by: .seconds(1))
        try await stage.repositories.groups.edit(group.id, edit, as: user.id)
    }

    private static func set(_ role: Role, of user: User, in group: Conversation, as actor: User, on stage: Stage)
        async throws
    {
        stage.clock.advance(by: .seconds(1))
        try await stage.repositories.groups.set(role, of: user.id, in: group.id, as: actor.id)
    }

    private static func settings(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await administered(by: alice, bob, on: stage)
        #expect(try await read(group, as: bob, on: stage).description == nil)
        #expect(try await read(group, as: bob, on: stage).adminsOnly == [])
        let edits = [
            GroupEdit(name: DisplayName("新しい 名前")),
            GroupEdit(description: GroupDescription("What it is\nabout")),
            GroupEdit(adminsOnly: [.post, .pin]),
        ]
        for change in edits { try await edit(group, change, as: alice, on: stage) }
        for user in [alice, bob] {
            let listed = try await stage.repositories.conversations.conversations(of: user.id)
            for now in [try await read(group, as: user, on: stage), try #require(listed.first { $0.id == group.id })] {
                #expect(now.name == "新しい 名前")
                #expect(now.description == "What it is\nabout")
                #expect(now.adminsOnly == [.post, .pin])
            }
            #expect(
                try await told(group, as: user, on: stage) == [
                    .changed(.name("新しい 名前"), by: alice.id), .changed(.description, by: alice.id),
                    .changed(.adminsOnly([.post, .pin]), by: alice.id),
                ])
        }
        let nothing = GroupEdit(description: GroupDescription("  \n "), adminsOnly: [])
        try await edit(group, nothing, as: alice, on: stage)
        let now = try await read(group, as: bob, on: stage)
        #expect(now.description == nil && now.adminsOnly == [])
        #expect(try await told(group, as: bob, on: stage).last == .changed(.adminsOnly([]), by: alice.id))
    }

    private static func partialEdits(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await administered(by: alice, on: stage)
        let description = try #require(GroupDescription("about"))
        try await edit(group, GroupEdit(description: description), as: alice, on: stage)
        let name = try #require(DisplayName("another"))
        for _ in 0..<2 { try await edit(group, GroupEdit(name: name, description: description), as: alice, on: stage) }
        try await edit(group, GroupEdit(), as: alice, on: stage)
        let now = try await read(group, as: alice, on: stage)
        #expect(now.name == "another" && now.description == "about")
        #expect(try await told(group, as: alice, on: stage).count == 2)
    }

    private static func roles(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await administered(by: alice, bob, on: stage)
        for _ in 0..<2 { try await set(.admin, of: bob, in: group, as: alice, on: stage) }
        #expect(try await role(of: bob, in: group, as: alice, on: stage) == .admin)
        try await set(.member, of: alice, in: group, as: bob, on: stage)
        #expect(try await role(of: alice, in: group, as: alice, on: stage) == .member)
        await expect(.lastAdmin) { try await set(.member, of: bob, in: group, as: bob, on: stage) }
        #expect(try await role(of: bob, in: group, as: alice, on: stage) == .admin)
        await expect(.notFound) { try await set(.admin, of: carol, in: group, as: bob, on: stage) }
        #expect(
            try await told(group, as: alice, on: stage) == [
                .changed(.role(bob.id, .admin), by: alice.id), .changed(.role(alice.id, .member), by: bob.id),
            ])
    }

    private static func whoMayChange(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await administered(by: alice, bob, on: stage)
        let name = GroupEdit(name: DisplayName("mine"))
        await expect(.forbidden) { try await edit(group, name, as: bob, on: stage) }
        await expect(.forbidden) { try await set(.admin, of: bob, in: group, as: bob, on: stage) }
        await expect(.notParticipant) { try await edit(group, name, as: carol, on: stage) }
        await expect(.notParticipant) { try await set(.member, of: alice, in: group, as: carol, on: stage) }
        // An admin who was removed meanwhile.
        _ = try await stage.repositories.conversations.add(bob.id, as: .admin, to: group.id, by: alice.id)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        await expect(.notParticipant) { try await edit(group, name, as: bob, on: stage) }
        #expect(try await told(group, as: alice, on: stage) == [])
    }

    private static func heir(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await administered(by: alice, bob, on: stage)
        stage.clock.advance(by: .seconds(1))
        _ = try await stage.repositories.conversations.add(carol.id, as: .member, to: group.id, by: alice.id)
        _ = try await stage.repositories.conversations.remove(alice.id, from: group.id, by: alice.id)
        #expect(try await role(of: bob, in: group, as: carol, on: stage) == .admin)
        #expect(try await role(of: carol, in: group, as: carol, on: stage) == .member)
        #expect(try await told(group, as: carol, on: stage) == [.changed(.role(bob.id, .admin), by: alice.id)])
        // Whoever comes back is no admin by that.
        _ = try await stage.repositories.conversations.add(alice.id, as: .member, to: group.id, by: bob.id)
        for person in [carol, bob, alice] {
            _ = try await stage.repositories.conversations.remove(person.id, from: group.id, by: person.id)
        }
    }

    private static func adminsAtOnce(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await administered(by: alice, bob, on: stage)
        try await set(.admin, of: bob, in: group, as: alice, on: stage)
        await withTaskGroup(of: Void.self) { tasks in
            for (actor, other) in [(alice, bob), (bob, alice)] {
                tasks.addTask {
                    try? await stage.repositories.groups.set(.member, of: other.id, in: group.id, as: actor.id)
                }
            }
        }
        let admins = try await read(group, as: alice, on: stage).activeParticipants.filter { $0.role == .admin }
        #expect(admins.count == 1)
    }

    private static func adminsOnly(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await administered(by: alice, bob, on: stage)
        let sent = try await stage.say("before", as: bob, in: group)
        try await edit(group, GroupEdit(adminsOnly: [.post, .add, .pin]), as: alice, on: stage)
        await expect(.forbidden) { _ = try await stage.say("after", as: bob, in: group) }
        await expect(.forbidden) {
            try await stage.repositories.pins.pin(sent.id, in: group.id, as: bob.id)
        }
        _ = try await stage.say("an announcement", as: alice, in: group)
        try await stage.repositories.pins.pin(sent.id, in: group.id, as: alice.id)
        await expect(.forbidden) {
            try await stage.repositories.pins.unpin(sent.id, in: group.id, as: bob.id)
        }
        if stage.callers == .proven {
            await expect(.forbidden) {
                _ = try await stage.repositories.conversations.add(carol.id, as: .member, to: group.id, by: bob.id)
            }
        }
        _ = try await stage.repositories.conversations.add(carol.id, as: .member, to: group.id, by: alice.id)
        try await edit(group, GroupEdit(adminsOnly: []), as: alice, on: stage)
        _ = try await stage.say("again", as: bob, in: group)
        let texts = try await stage.messages(in: group, as: alice).compactMap(\.text)
        #expect(texts == ["again", "an announcement", "before"])
    }

    private static func pinIsTold(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let sent = try await stage.say("remember", as: alice, in: group)
        for _ in 0..<2 { try await stage.repositories.pins.pin(sent.id, in: group.id, as: bob.id) }
        try await stage.repositories.pins.unpin(sent.id, in: group.id, as: alice.id)
        #expect(try await told(group, as: alice, on: stage) == [.changed(.pinned(sent.id), by: bob.id)])
    }
}
