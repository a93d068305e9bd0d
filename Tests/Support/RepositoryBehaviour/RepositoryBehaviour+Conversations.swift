import Chat
import Testing

extension RepositoryBehaviour {
    static let conversations = [
        RepositoryBehaviour("a group begins with its name and with those named, all of them members", creatingGroup),
        RepositoryBehaviour("a direct conversation has no name", creatingDirect),
        RepositoryBehaviour("the same two people may begin another direct conversation", creatingTwice),
        RepositoryBehaviour("with an unknown participant nothing begins", creatingWithUnknown),
        RepositoryBehaviour("conversations are listed newest created first, to their participants only", listing),
        RepositoryBehaviour("a conversation that one left is still listed, with the moment of leaving", listingLeft),
        RepositoryBehaviour("an unknown conversation is not found", unknownConversation),
    ]

    private static func creatingGroup(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        _ = try await stage.person("carol")
        let group = try await stage.group(alice, bob, named: "縁側 <b>&</b> 🍵")
        #expect(group.kind == .group)
        #expect(group.name == "縁側 <b>&</b> 🍵")
        #expect(group.createdAt == stage.clock.now)
        #expect(Set(group.participants.map(\.user)) == [alice, bob])
        for participant in group.participants {
            #expect(participant.role == .member)
            #expect(participant.isActive)
            #expect(participant.joinedAt == stage.clock.now)
            #expect(participant.conversation == group.id)
        }
        let found = try await stage.repositories.conversations.conversation(group.id, as: alice.id)
        #expect(found.isSame(as: group))
        #expect(try await stage.messages(in: group, as: alice) == [])
    }

    private static func creatingDirect(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let direct = try await stage.repositories.conversations.create(
            NewConversation(.direct, participants: [alice.id, bob.id])!, as: alice.id)
        #expect(direct.kind == .direct)
        #expect(direct.name == nil)
        #expect(Set(direct.participants.map(\.user)) == [alice, bob])
        #expect(try await stage.repositories.conversations.conversation(direct.id, as: alice.id).isSame(as: direct))
    }

    private static func creatingTwice(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let new = NewConversation(.direct, participants: [alice.id, bob.id])!
        let first = try await stage.repositories.conversations.create(new, as: alice.id)
        let second = try await stage.repositories.conversations.create(new, as: alice.id)
        #expect(first.id != second.id)
        #expect(try await stage.repositories.conversations.conversations(of: bob.id).count == 2)
    }

    private static func creatingWithUnknown(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        await expect(.notFound) {
            try await stage.repositories.conversations.create(
                NewConversation(.direct, participants: [alice.id, stage.unknownUser])!, as: alice.id)
        }
        #expect(try await stage.repositories.conversations.conversations(of: alice.id) == [])
    }

    private static func listing(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let first = try await stage.group(alice, named: "first")
        let others = try await stage.group(bob, named: "others")
        let second = try await stage.group(alice, bob, named: "second")
        // In the same millisecond as the second.
        let third = try await stage.repositories.conversations.create(
            NewConversation(.direct, participants: [bob.id, alice.id])!, as: bob.id)
        // Being spoken in does not move a conversation.
        try await stage.say("hello", as: alice, in: first)

        let listed = try await stage.repositories.conversations.conversations(of: alice.id)
        #expect(listed.map(\.id) == [third.id, second.id, first.id])
        #expect(zip(listed, [third, second, first]).allSatisfy { $0.isSame(as: $1) })
        let bobs = try await stage.repositories.conversations.conversations(of: bob.id)
        #expect(bobs.map(\.id) == [third.id, second.id, others.id])
    }

    private static func listingLeft(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        stage.clock.advance(by: .seconds(30))
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        let listed = try await stage.repositories.conversations.conversations(of: bob.id)
        #expect(listed.map(\.id) == [group.id])
        #expect(listed.first?.participants.first { $0.user == bob }?.leftAt == stage.clock.now)
        #expect(listed.first?.activeParticipants.map(\.user) == [alice])
    }

    private static func unknownConversation(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        await expect(.notFound) {
            try await stage.repositories.conversations.conversation(stage.unknownConversation, as: alice.id)
        }
        #expect(try await stage.repositories.conversations.conversations(of: alice.id) == [])
    }
}

extension Conversation {
    /// The order of participants means nothing.
    fileprivate func isSame(as other: Conversation) -> Bool {
        id == other.id && kind == other.kind && name == other.name && createdAt == other.createdAt
            && Set(participants) == Set(other.participants) && participants.count == other.participants.count
    }
}
