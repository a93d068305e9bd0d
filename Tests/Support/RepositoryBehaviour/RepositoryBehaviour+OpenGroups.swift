import Chat
import Testing

extension RepositoryBehaviour {
    static let openGroups = [
        RepositoryBehaviour("an open group is found and joined, by those who are not in it", findingAndJoining),
        RepositoryBehaviour("only admins open and close a group, and it is told", opening),
    ]

    private static func group(
        _ name: String, description: String? = nil, isOpen: Bool = true, _ admin: User, _ others: User...,
        on stage: Stage
    ) async throws -> ConversationID {
        let new = NewConversation(
            .group(name: try #require(DisplayName(name))), participants: ([admin] + others).map(\.id))
        let conversations = stage.repositories.conversations
        let group = try await conversations.create(try #require(new), as: admin.id)
        _ = try await conversations.add(admin.id, as: .admin, to: group.id, by: admin.id)
        let edit = GroupEdit(description: description.flatMap { GroupDescription($0) }, isOpen: isOpen)
        try await stage.repositories.groups.edit(group.id, edit, as: admin.id)
        return group.id
    }

    private static func found(_ words: String? = nil, by user: User, on stage: Stage) async throws -> [JoinableGroup] {
        let query = try words.map { try #require(SearchQuery($0)) }
        return try await stage.repositories.openGroups.groups(matching: query, as: user.id)
    }

    private static func findingAndJoining(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (groups, conversations) = (stage.repositories.openGroups, stage.repositories.conversations)
        let hikers = try await group("Hikers", description: "Up and down", alice, on: stage)
        let cooks = try await group("Cooks", description: "Rice, and more", alice, on: stage)
        let closed = try await group("Bakers", isOpen: false, alice, on: stage)
        let names = try await found(by: bob, on: stage).map(\.name)
        #expect(names == ["Cooks", "Hikers"])
        #expect(
            try await found("RICE", by: bob, on: stage)
                == [JoinableGroup(conversation: cooks, name: "Cooks", description: "Rice, and more", members: 1)])
        #expect(try await found("rice hikers", by: bob, on: stage) == [])
        #expect(try await found(by: alice, on: stage) == [])
        for _ in 0..<2 { try await groups.join(hikers, as: bob.id) }
        let joined = try await conversations.conversation(hikers, as: bob.id)
        #expect(joined.isOpen && joined.activeParticipant(bob.id)?.role == .member)
        #expect(try await found(by: bob, on: stage).map(\.conversation) == [cooks])
        let told = try await stage.repositories.messages.messages(in: hikers, as: bob.id, before: nil, limit: 50)
        #expect(told.count { $0.content == .joined(user: bob.id) } == 1)
        // Whoever left finds it again.
        _ = try await conversations.remove(bob.id, from: hikers, by: bob.id)
        #expect(try await found(by: bob, on: stage).map(\.conversation) == [cooks, hikers])
        for other in [closed, .random()] { await expect(.notFound) { try await groups.join(other, as: bob.id) } }
        if stage.callers == .named {
            await expect(.notFound) { try await groups.join(hikers, as: .random()) }
        }
    }

    private static func opening(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, groups) = (try await stage.person("carol"), stage.repositories.groups)
        let id = try await group("Hikers", isOpen: false, alice, bob, on: stage)
        await expect(.forbidden) { try await groups.edit(id, GroupEdit(isOpen: true), as: bob.id) }
        for isOpen in [true, true, false, false] {
            stage.clock.advance(by: .seconds(1))
            try await groups.edit(id, GroupEdit(isOpen: isOpen), as: alice.id)
            #expect(try await stage.repositories.conversations.conversation(id, as: bob.id).isOpen == isOpen)
            #expect(try await found(by: carol, on: stage).count == (isOpen ? 1 : 0))
        }
        let told = try await stage.repositories.messages.messages(in: id, as: bob.id, before: nil, limit: 50)
        let changes = told.reversed().map(\.content).filter {
            if case .changed(.isOpen, _) = $0 { true } else { false }
        }
        #expect(changes == [.changed(.isOpen(true), by: alice.id), .changed(.isOpen(false), by: alice.id)])
        await expect(.notFound) { try await stage.repositories.openGroups.join(id, as: carol.id) }
    }

    static func removedFromOpenGroup(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let id = try await group("Hikers", alice, bob, on: stage)
        stage.clock.advance(by: .seconds(1))
        _ = try await stage.repositories.conversations.remove(bob.id, from: id, by: alice.id)
        #expect(try await found(by: bob, on: stage) == [])
        await expect(.banned) { try await stage.repositories.openGroups.join(id, as: bob.id) }
        let now = try await stage.repositories.conversations.conversation(id, as: alice.id)
        #expect(now.activeParticipant(bob.id) == nil)
    }
}
