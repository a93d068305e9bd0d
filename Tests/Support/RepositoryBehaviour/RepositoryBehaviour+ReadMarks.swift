import Chat
import Testing

extension RepositoryBehaviour {
    static let readMarks = [
        RepositoryBehaviour("everything is unread to one who never read, own and system messages too", neverRead),
        RepositoryBehaviour("what follows the mark is unread, and the mark moves both ways", movingMark),
        RepositoryBehaviour(
            "messages of one millisecond are before or after the mark in their order", markInMillisecond),
        RepositoryBehaviour("each person and each conversation has a mark of its own", marksApart),
        RepositoryBehaviour("a mark has to be on a message of the conversation", markElsewhere),
        RepositoryBehaviour("only those who take part have marks and unread messages", strangersDoNotRead),
    ]

    private static func neverRead(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice)
        #expect(try await stage.unread(in: group, for: alice) == 0)
        try await stage.say("one", as: alice, in: group)
        _ = try await stage.repositories.conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        try await stage.say("three", as: bob, in: group)
        #expect(try await stage.unread(in: group, for: alice) == 3)
        #expect(try await stage.unread(in: group, for: bob) == 3)
    }

    private static func movingMark(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        var sent: [Message] = []
        for number in 1...5 { sent.append(try await stage.say("\(number)", as: alice, in: group)) }
        for (index, unread) in [(1, 3), (4, 0), (0, 4), (3, 1)] {
            stage.clock.advance(by: .seconds(10))
            let mark = try await stage.repositories.readMarks.mark(sent[index].id, asReadIn: group.id, by: bob.id)
            #expect(mark.conversation == group.id)
            #expect(mark.user == bob.id)
            #expect(mark.lastRead == sent[index].id)
            #expect(mark.updatedAt == stage.clock.now)
            #expect(try await stage.unread(in: group, for: bob) == unread)
            // Backends that tell the number only are asked for it.
            let last = try await stage.repositories.readMarks.lastRead(in: group.id, for: bob.id)
            #expect(last == .message(sent[index].id, sentAt: sent[index].createdAt) || last == .unknown)
        }
        let none = try await stage.repositories.readMarks.lastRead(in: group.id, for: alice.id)
        #expect(none == .nothing || none == .unknown)
        try await stage.say("own words", as: bob, in: group)
        #expect(try await stage.unread(in: group, for: bob) == 2)
    }

    private static func markInMillisecond(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        var sent: [Message] = []
        for number in 1...4 { sent.append(try await stage.say("\(number)", as: alice, in: group, after: .zero)) }
        for (index, unread) in [(0, 3), (1, 2), (2, 1), (3, 0)] {
            _ = try await stage.repositories.readMarks.mark(sent[index].id, asReadIn: group.id, by: alice.id)
            #expect(try await stage.unread(in: group, for: alice) == unread)
        }
    }

    private static func marksApart(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (here, there) = (try await stage.group(alice, bob), try await stage.group(alice, bob))
        let first = try await stage.say("here", as: alice, in: here)
        try await stage.say("there", as: alice, in: there)
        _ = try await stage.repositories.readMarks.mark(first.id, asReadIn: here.id, by: bob.id)
        #expect(try await stage.unread(in: here, for: bob) == 0)
        #expect(try await stage.unread(in: here, for: alice) == 1)
        #expect(try await stage.unread(in: there, for: bob) == 1)
    }

    private static func markElsewhere(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let (here, there) = (try await stage.group(alice), try await stage.group(alice))
        let first = try await stage.say("first", as: alice, in: here)
        try await stage.say("second", as: alice, in: here)
        let elsewhere = try await stage.say("there", as: alice, in: there)
        let readMarks = stage.repositories.readMarks
        _ = try await readMarks.mark(first.id, asReadIn: here.id, by: alice.id)
        await expect(.invalid("")) { try await readMarks.mark(elsewhere.id, asReadIn: here.id, by: alice.id) }
        await expect(.invalid("")) {
            try await readMarks.mark(stage.unknownMessage, asReadIn: here.id, by: alice.id)
        }
        #expect(try await stage.unread(in: here, for: alice) == 1)
    }

    private static func strangersDoNotRead(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("hello", as: alice, in: group)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        let readMarks = stage.repositories.readMarks
        for outsider in [bob.id, carol.id, stage.unknownUser] {
            await expect(stage.refusal(of: outsider)) {
                try await readMarks.mark(message.id, asReadIn: group.id, by: outsider)
            }
            await expect(stage.refusal(of: outsider)) { try await readMarks.unreadCount(in: group.id, for: outsider) }
        }
        await expect(.notParticipant) {
            try await readMarks.unreadCount(in: stage.unknownConversation, for: alice.id)
        }
    }
}
