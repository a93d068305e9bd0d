import Chat
import Testing

extension RepositoryBehaviour {
    static let deleting = [
        RepositoryBehaviour("a deleted message is gone for everyone, and pages stay full", deletedIsGone),
        RepositoryBehaviour("deleting again changes nothing", deletingAgain),
        RepositoryBehaviour("only the sender and the admins may delete", whoMayDelete),
        RepositoryBehaviour("an unknown message can't be deleted", deletingUnknown),
        RepositoryBehaviour("a reply to a deleted message keeps what it answered", replyToDeleted),
    ]

    private static func deletedIsGone(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let first = try await stage.say("first", as: alice, in: group)
        let second = try await stage.say("second", as: alice, in: group)
        let third = try await stage.say("third", as: bob, in: group)
        try await stage.repositories.messages.delete(second.id, in: second.conversation, as: alice.id)
        for reader in [alice, bob] {
            #expect(try await stage.messages(in: group, as: reader) == [third, first])
            #expect(try await stage.messages(in: group, as: reader, limit: 2) == [third, first])
        }
    }

    private static func deletingAgain(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let kept = try await stage.say("kept", as: alice, in: group)
        let deleted = try await stage.say("deleted", as: alice, in: group)
        try await stage.repositories.messages.delete(deleted.id, in: deleted.conversation, as: alice.id)
        try await stage.repositories.messages.delete(deleted.id, in: deleted.conversation, as: alice.id)
        #expect(try await stage.messages(in: group, as: alice) == [kept])
    }

    private static func whoMayDelete(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, dave) = (try await stage.person("carol"), try await stage.person("dave"))
        let group = try await stage.group(alice, bob, dave)
        _ = try await stage.repositories.conversations.add(carol.id, as: .admin, to: group.id, by: alice.id)
        let message = try await stage.say("mine", as: alice, in: group)
        _ = try await stage.repositories.conversations.remove(dave.id, from: group.id, by: dave.id)
        let messages = stage.repositories.messages

        await expect(.forbidden) { try await messages.delete(message.id, in: message.conversation, as: bob.id) }
        await expect(.notParticipant) { try await messages.delete(message.id, in: message.conversation, as: dave.id) }
        await expect(stage.refusal(of: stage.unknownUser)) {
            try await messages.delete(message.id, in: message.conversation, as: stage.unknownUser)
        }
        #expect(try await stage.messages(in: group, as: bob).contains(message))
        try await messages.delete(message.id, in: message.conversation, as: carol.id)
        #expect(try await !stage.messages(in: group, as: bob).contains(message))

        // Who has left may not delete even what they said.
        let last = try await stage.say("last words", as: bob, in: group)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        await expect(.notParticipant) { try await messages.delete(last.id, in: last.conversation, as: bob.id) }
    }

    private static func deletingUnknown(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        await expect(.notFound) {
            try await stage.repositories.messages.delete(stage.unknownMessage, in: group.id, as: alice.id)
        }
    }

    private static func replyToDeleted(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let question = try await stage.say("tea?", as: alice, in: group)
        let answer = try await stage.say("please", as: alice, in: group, answering: question)
        try await stage.repositories.messages.delete(question.id, in: question.conversation, as: alice.id)
        #expect(try await stage.messages(in: group, as: alice) == [answer])
        #expect(answer.replyTo == question.id)
    }
}
