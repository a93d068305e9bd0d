import Chat
import Testing

extension RepositoryBehaviour {
    static let participants = [
        RepositoryBehaviour("a person let in takes part in the role asked for, and a message tells it", lettingIn),
        RepositoryBehaviour("a person let back in is active again, in the role asked for then", lettingBackIn),
        RepositoryBehaviour("an unknown person or conversation is not found when letting in", lettingInUnknown),
        RepositoryBehaviour("who leaves takes part no more, and a message tells it", leaving),
        RepositoryBehaviour("leaving again changes nothing", leavingAgain),
        RepositoryBehaviour("who never took part can't leave", leavingAsStranger),
    ]

    private static func lettingIn(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice)
        stage.clock.advance(by: .seconds(30))
        let participant = try await stage.repositories.conversations.add(bob.id, as: .admin, to: group.id, by: alice.id)
        #expect(participant.user == bob)
        #expect(participant.conversation == group.id)
        #expect(participant.role == .admin)
        #expect(participant.joinedAt == stage.clock.now)
        #expect(participant.isActive)
        let found = try await stage.repositories.conversations.conversation(group.id, as: alice.id)
        #expect(found.activeParticipant(bob.id) == participant)
        #expect(found.participants.count == 2)

        let messages = try await stage.messages(in: group, as: bob)
        #expect(messages.map(\.content) == [.joined(user: bob.id)])
        #expect(messages.first?.sender == nil)
        try await stage.say("hello", as: bob, in: group)
    }

    private static func lettingBackIn(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice)
        let conversations = stage.repositories.conversations
        let first = try await conversations.add(bob.id, as: .admin, to: group.id, by: alice.id)
        stage.clock.advance(by: .seconds(30))
        _ = try await conversations.remove(bob.id, from: group.id, by: bob.id)
        stage.clock.advance(by: .seconds(30))
        let second = try await conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        #expect(second.id == first.id)
        #expect(second.isActive)
        #expect(second.role == .member)
        let found = try await conversations.conversation(group.id, as: alice.id)
        #expect(found.activeParticipant(bob.id) == second)
        #expect(found.participants.count == 2)
        let joined = try await stage.messages(in: group, as: bob).filter { $0.content == .joined(user: bob.id) }
        #expect(joined.count == 2)
    }

    private static func lettingInUnknown(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let conversations = stage.repositories.conversations
        await expect(.notFound) {
            try await conversations.add(stage.unknownUser, as: .member, to: group.id, by: alice.id)
        }
        await expect(.notFound) {
            try await conversations.add(alice.id, as: .member, to: stage.unknownConversation, by: alice.id)
        }
        #expect(try await conversations.conversation(group.id, as: alice.id).participants.count == 1)
        #expect(try await stage.messages(in: group, as: alice) == [])
    }

    private static func leaving(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let said = try await stage.say("goodbye", as: bob, in: group)
        stage.clock.advance(by: .seconds(30))
        let participant = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        #expect(participant.user == bob)
        #expect(participant.leftAt == stage.clock.now)
        #expect(!participant.isActive)
        let found = try await stage.repositories.conversations.conversation(group.id, as: alice.id)
        #expect(found.activeParticipant(bob.id) == nil)
        #expect(found.participants.contains(participant))

        let messages = try await stage.messages(in: group, as: alice)
        #expect(messages.last == said)
        #expect(messages.count == 2)
        // Some backends don't tell who left.
        guard case .left(let user) = messages.first?.content else {
            Issue.record("\(messages) does not begin with the leaving")
            return
        }
        #expect(user == nil || user == bob.id)
    }

    private static func leavingAgain(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        stage.clock.advance(by: .seconds(30))
        let first = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        stage.clock.advance(by: .seconds(30))
        let second = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        #expect(second == first)
        #expect(try await stage.messages(in: group, as: alice).count == 1)
    }

    private static func leavingAsStranger(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice)
        let conversations = stage.repositories.conversations
        await expect(.notFound) { try await conversations.remove(bob.id, from: group.id, by: bob.id) }
        await expect(stage.callers == .proven ? .forbidden : .notFound) {
            try await conversations.remove(stage.unknownUser, from: group.id, by: bob.id)
        }
        await expect(.notFound) {
            try await conversations.remove(alice.id, from: stage.unknownConversation, by: alice.id)
        }
        #expect(try await stage.messages(in: group, as: alice) == [])
    }
}
