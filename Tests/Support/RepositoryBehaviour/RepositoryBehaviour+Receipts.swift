import Chat
import Testing

extension RepositoryBehaviour {
    static let receipts = [
        RepositoryBehaviour("the members who have read furthest come first, and marks move them", readingFurther),
        RepositoryBehaviour("who hides how far they have read is not told of, and is told of nobody", hidingReading),
        RepositoryBehaviour("who has left, and who is no member, reads along no more", readersWhoLeft),
        RepositoryBehaviour("a reader of a message that was deleted has read those before it", readersOfDeleted),
        RepositoryBehaviour("of many readers those are told who have read furthest", manyReaders),
    ]

    private static func readers(of group: Conversation, as user: User, on stage: Stage) async throws -> [Reader]? {
        try await stage.repositories.receipts.readers(of: group.id, as: user.id)
    }

    private static func mark(_ message: Message, by user: User, on stage: Stage) async throws {
        _ = try await stage.repositories.readMarks.mark(message.id, asReadIn: message.conversation, by: user.id)
    }

    private static func reader(_ user: User, _ message: Message) -> Reader {
        Reader(user: user.id, message: message.id, sentAt: message.createdAt)
    }

    private static func readingFurther(_ stage: Stage) async throws {
        let (alice, bob, carol) = (
            try await stage.person("alice"), try await stage.person("bob"), try await stage.person("carol")
        )
        let group = try await stage.group(alice, bob, carol)
        let sent = try await (1...3).asyncMap { try await stage.say("\($0)", as: alice, in: group) }
        #expect(try await readers(of: group, as: alice, on: stage) == [])
        try await mark(sent[0], by: bob, on: stage)
        try await mark(sent[2], by: carol, on: stage)
        let first = [reader(carol, sent[2]), reader(bob, sent[0])]
        for user in [alice, bob, carol] { #expect(try await readers(of: group, as: user, on: stage) == first) }
        try await mark(sent[1], by: carol, on: stage)
        try await mark(sent[2], by: bob, on: stage)
        let found = try #require(try await readers(of: group, as: alice, on: stage))
        #expect(found == [reader(bob, sent[2]), reader(carol, sent[1])])
        #expect(sent.map { MessageReaders(of: $0, among: found).users.count } == [2, 2, 1])
        #expect(MessageReaders(of: sent[2], among: found) == MessageReaders(of: sent[2], among: [reader(bob, sent[2])]))
    }

    private static func hidingReading(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let receipts = stage.repositories.receipts
        let sent = try await (1...2).asyncMap { try await stage.say("\($0)", as: alice, in: group) }
        try await mark(sent[0], by: bob, on: stage)
        #expect(try await receipts.showsReading(bob.id))
        for _ in 0..<2 { try await receipts.setShowsReading(false, of: bob.id) }
        #expect(!(try await receipts.showsReading(bob.id)))
        #expect(try await readers(of: group, as: alice, on: stage) == [])
        #expect(try await readers(of: group, as: bob, on: stage) == nil)
        // What is read meanwhile isn't told either, until it is shown again.
        try await mark(sent[1], by: bob, on: stage)
        #expect(try await readers(of: group, as: alice, on: stage) == [])
        #expect(try await stage.repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 0)
        try await receipts.setShowsReading(true, of: bob.id)
        #expect(try await readers(of: group, as: alice, on: stage) == [reader(bob, sent[1])])
        #expect(try await readers(of: group, as: bob, on: stage) == [reader(bob, sent[1])])
    }

    private static func readersWhoLeft(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let stranger = try await stage.person("stranger")
        let group = try await stage.group(alice, bob)
        let sent = try await stage.say("hello", as: alice, in: group)
        try await mark(sent, by: bob, on: stage)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        #expect(try await readers(of: group, as: alice, on: stage) == [])
        for user in [bob, stranger] {
            await expect(.notParticipant) { try await readers(of: group, as: user, on: stage) }
        }
        _ = try await stage.repositories.conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        #expect(try await readers(of: group, as: alice, on: stage) == [reader(bob, sent)])
    }

    private static func readersOfDeleted(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let sent = try await (1...3).asyncMap { try await stage.say("\($0)", as: alice, in: group) }
        try await mark(sent[1], by: bob, on: stage)
        try await stage.repositories.messages.delete(sent[1].id, in: group.id, as: alice.id)
        let found = try #require(try await readers(of: group, as: alice, on: stage))
        #expect(found == [reader(bob, sent[1])])
        #expect([sent[0], sent[2]].map { MessageReaders(of: $0, among: found).users } == [[bob.id], []])
    }

    private static func manyReaders(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let others = try await (0...MessageLimits.maximumReaders).asyncMap { try await stage.person("other\($0)") }
        let group = try await stage.group(alice)
        for user in others {
            _ = try await stage.repositories.conversations.add(user.id, as: .member, to: group.id, by: alice.id)
        }
        let sent = try await (1...2).asyncMap { try await stage.say("\($0)", as: alice, in: group) }
        for user in others.dropFirst() { try await mark(sent[1], by: user, on: stage) }
        try await mark(sent[0], by: others[0], on: stage)
        let found = try #require(try await readers(of: group, as: alice, on: stage))
        #expect(Set(found.map(\.user)) == Set(others.dropFirst().map(\.id)))
        #expect(MessageReaders(of: sent[0], among: found).isMore)
        #expect(MessageReaders(of: sent[0], among: found).users.count == MessageLimits.maximumReaders)
    }
}
