import Chat
import Testing

extension RepositoryBehaviour {
    /// What our own stores decide beyond the protocols' documentation.
    public static let stores = [
        RepositoryBehaviour(
            "the words and reactions of a deleted message are gone, its bookmarks stay without words", deletedWords),
        RepositoryBehaviour(
            "participants are in the order in which they joined, whatever their names and identifiers",
            orderOfParticipants),
        RepositoryBehaviour(
            "a message is changed only in the conversation that holds it, which can be asked for", conversationOfMessage
        ),
        RepositoryBehaviour("a deleted message takes no reaction, but may be bookmarked and answered", afterDeletion),
        RepositoryBehaviour("deleted messages are not unread, on whichever side of the mark", deletedIsNotUnread),
        RepositoryBehaviour("who is there already gets the role, and no message tells of joining", roleOfParticipant),
        RepositoryBehaviour("who comes back keeps the moment of first joining", joinedAt),
        RepositoryBehaviour("the message of leaving knows who left", whoLeft),
        RepositoryBehaviour(
            "a bookmarked message of joining has the backend's words, one of a change of the group has none",
            bookmarkedJoining),
        RepositoryBehaviour("the message sent last is the newest, though the clock was set back", clockSetBack),
        RepositoryBehaviour("a limit out of range is brought into it", limits),
        RepositoryBehaviour("only admins add people where only they may", whoMayAdd),
        RepositoryBehaviour("whom an admin removes only an admin lets in again", banned),
        RepositoryBehaviour("whom an admin has removed neither finds nor joins an open group", removedFromOpenGroup),
        RepositoryBehaviour("nobody lets another person follow a thread no more", unfollowedByAnother),
        RepositoryBehaviour("nobody knows whether an unknown person shows how far they have read", unknownReader),
    ]

    private static func scene(_ stage: Stage) async throws -> (alice: User, bob: User, group: Conversation) {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        return (alice, bob, try await stage.group(alice, bob))
    }

    private static func unknownReader(_ stage: Stage) async throws {
        let receipts = stage.repositories.receipts
        await expect(.notFound) { try await receipts.setShowsReading(false, of: .random()) }
        await expect(.notFound) { try await receipts.showsReading(.random()) }
    }

    private static func whoMayAdd(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let (carol, conversations) = (try await stage.person("carol"), stage.repositories.conversations)
        _ = try await conversations.add(alice.id, as: .admin, to: group.id, by: alice.id)
        try await stage.repositories.groups.edit(group.id, GroupEdit(adminsOnly: .add), as: alice.id)
        await expect(.forbidden) { try await conversations.add(carol.id, as: .member, to: group.id, by: bob.id) }
        _ = try await conversations.add(carol.id, as: .member, to: group.id, by: alice.id)
        try await stage.repositories.groups.edit(group.id, GroupEdit(adminsOnly: []), as: alice.id)
        _ = try await conversations.remove(carol.id, from: group.id, by: carol.id)
        _ = try await conversations.add(carol.id, as: .member, to: group.id, by: bob.id)
    }

    private static func banned(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let (carol, conversations) = (try await stage.person("carol"), stage.repositories.conversations)
        let (groups, invites) = (stage.repositories.groups, stage.repositories.invites)
        _ = try await conversations.add(alice.id, as: .admin, to: group.id, by: alice.id)
        _ = try await conversations.add(carol.id, as: .member, to: group.id, by: alice.id)
        let new = try #require(NewInvite(lifetime: .seconds(3_600), maximumUses: nil))
        let invite = try await invites.invite(to: group.id, new, as: bob.id)
        // Who leaves comes back by an invitation, or by anybody.
        for _ in 0..<2 {
            _ = try await conversations.remove(carol.id, from: group.id, by: carol.id)
            _ = try await invites.join(by: invite.id, as: carol.id)
        }
        _ = try await conversations.remove(carol.id, from: group.id, by: alice.id)
        await expect(.banned) { try await invites.group(invitedBy: invite.id, as: carol.id) }
        await expect(.banned) { try await invites.join(by: invite.id, as: carol.id) }
        await expect(.banned) { try await conversations.add(carol.id, as: .member, to: group.id, by: bob.id) }
        _ = try await conversations.add(carol.id, as: .member, to: group.id, by: alice.id)
        _ = try await conversations.remove(carol.id, from: group.id, by: carol.id)
        _ = try await conversations.add(carol.id, as: .member, to: group.id, by: bob.id)
        // Of an admin who was removed, the rights are gone, too.
        try await groups.set(.admin, of: carol.id, in: group.id, as: alice.id)
        _ = try await conversations.remove(carol.id, from: group.id, by: alice.id)
        await expect(.banned) { try await invites.join(by: invite.id, as: carol.id) }
    }

    private static func deletedWords(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        let message = try await stage.say("a secret", as: bob, in: group)
        _ = try await repositories.reactions.add(Emoji("👍")!, to: message.id, in: message.conversation, as: alice.id)
        _ = try await repositories.bookmarks.add(bookmark: message.id, by: alice.id)
        try await repositories.messages.delete(message.id, in: message.conversation, as: bob.id)
        #expect(try await repositories.reactions.reactions(to: message.id, as: alice.id) == [])
        let bookmarks = try await repositories.bookmarks.bookmarks(of: alice.id)
        #expect(bookmarks.map(\.message) == [message.id])
        #expect(bookmarks.map(\.text) == [nil])
        try await repositories.bookmarks.remove(bookmark: message.id, by: alice.id)
        #expect(try await repositories.bookmarks.bookmarks(of: alice.id) == [])
    }

    private static func orderOfParticipants(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        let people = try await (0..<20).asyncMap { try await stage.person("person\($0)") }.shuffled()
        let others = try await (0..<3).asyncMap { number in
            try await repositories.conversations.create(
                NewConversation(
                    .group(name: DisplayName("other \(number)")!), participants: people.shuffled().map(\.id))!,
                as: people[0].id)
        }
        for person in people {
            _ = try await repositories.conversations.add(person.id, as: .member, to: group.id, by: alice.id)
        }
        let expected = [alice, bob] + people
        #expect(
            try await repositories.conversations.conversation(group.id, as: alice.id).participants.map(\.user)
                == expected)
        let all = try await repositories.conversations.conversations(of: people[0].id)
        #expect(Set(all.map(\.id)) == Set(others.map(\.id) + [group.id]))
        #expect(all.first { $0.id == group.id }?.participants.map(\.user) == expected)
        for other in others { #expect(all.first { $0.id == other.id } == other) }
    }

    private static func conversationOfMessage(_ stage: Stage) async throws {
        let (alice, _, group) = try await scene(stage)
        let repositories = stage.repositories
        let message = try await stage.say("here", as: alice, in: group)
        let other = try await repositories.conversations.create(
            NewConversation(.direct, participants: [alice.id])!, as: alice.id
        ).id
        let (thumb, user) = (Emoji("👍")!, alice.id)
        let refused = ChatError.Reason.notFound
        #expect(
            await #expect(throws: ChatError.self) {
                try await repositories.messages.delete(message.id, in: other, as: user)
            }?.reason
                == refused)
        #expect(
            await #expect(throws: ChatError.self) {
                try await repositories.reactions.add(thumb, to: message.id, in: other, as: user)
            }?
            .reason
                == refused)
        let reaction = try await repositories.reactions.add(thumb, to: message.id, in: group.id, as: user)
        let error = await #expect(throws: ChatError.self) {
            try await repositories.reactions.remove(thumb.description, from: message.id, in: other, as: user)
        }
        #expect(error?.reason == refused)
        #expect(try await stage.messages(in: group, as: alice).map(\.reactions) == [[reaction]])
        #expect(try await repositories.messages.conversation(of: message.id) == group.id)
        let unknown = await #expect(throws: ChatError.self) {
            try await repositories.messages.conversation(of: .random())
        }
        #expect(unknown?.reason == refused)
    }

    private static func afterDeletion(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        let message = try await stage.say("gone", as: bob, in: group)
        try await repositories.messages.delete(message.id, in: message.conversation, as: bob.id)
        let error = await #expect(throws: ChatError.self) {
            try await repositories.reactions.add(Emoji("👍")!, to: message.id, in: message.conversation, as: alice.id)
        }
        #expect(error?.reason == .notFound)
        _ = try await repositories.bookmarks.add(bookmark: message.id, by: alice.id)
        let answer = try await repositories.messages.send(
            NewMessage(
                conversation: group.id, sender: alice.id, text: try MessageText("what was that?"), replyTo: message.id))
        #expect(answer.replyTo == message.id)
    }

    private static func deletedIsNotUnread(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        let sent = try await (1...6).asyncMap { try await stage.say("\($0)", as: alice, in: group) }
        try await repositories.messages.delete(sent[0].id, in: sent[0].conversation, as: alice.id)
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 5)
        _ = try await repositories.readMarks.mark(sent[2].id, asReadIn: group.id, by: bob.id)
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 3)
        for index in [1, 2, 4, 5] {
            try await repositories.messages.delete(sent[index].id, in: sent[index].conversation, as: alice.id)
        }
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 1)
        try await repositories.messages.delete(sent[3].id, in: sent[3].conversation, as: alice.id)
        #expect(try await repositories.readMarks.unreadCount(in: group.id, for: bob.id) == 0)
    }

    private static func roleOfParticipant(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        let participant = try await repositories.conversations.add(bob.id, as: .admin, to: group.id, by: alice.id)
        #expect(participant.role == .admin)
        #expect(
            try await repositories.conversations.conversation(group.id, as: alice.id).activeParticipant(bob.id)
                == participant)
        #expect(try await stage.messages(in: group, as: alice) == [])
    }

    private static func joinedAt(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        let joined = group.activeParticipant(bob.id)?.joinedAt
        stage.clock.advance(by: .seconds(60))
        _ = try await repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        stage.clock.advance(by: .seconds(60))
        #expect(
            try await repositories.conversations.add(bob.id, as: .member, to: group.id, by: alice.id).joinedAt == joined
        )
    }

    private static func whoLeft(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let repositories = stage.repositories
        _ = try await repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        #expect(try await stage.messages(in: group, as: alice).map(\.content) == [.left(user: bob.id)])
    }

    private static func bookmarkedJoining(_ stage: Stage) async throws {
        let (alice, _, group) = try await scene(stage)
        let repositories = stage.repositories
        let carol = try await stage.person("carol")
        _ = try await repositories.conversations.add(carol.id, as: .member, to: group.id, by: alice.id)
        _ = try await repositories.bookmarks.add(
            bookmark: try #require(try await stage.messages(in: group, as: alice).first).id, by: alice.id)
        #expect(try await repositories.bookmarks.bookmarks(of: alice.id).map(\.text) == ["\(carol.id) joined"])
        let sent = try await stage.say("remember", as: alice, in: group)
        try await repositories.pins.pin(sent.id, in: group.id, as: alice.id)
        let told = try #require(try await stage.messages(in: group, as: alice).first { $0.sender == nil })
        try #require(told.content == .changed(.pinned(sent.id), by: alice.id))
        _ = try await repositories.bookmarks.add(bookmark: told.id, by: alice.id)
        #expect(try await repositories.bookmarks.bookmarks(of: alice.id).map(\.text) == [nil, "\(carol.id) joined"])
    }

    private static func clockSetBack(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let first = try await stage.say("first", as: alice, in: group)
        stage.clock.advance(by: .seconds(-3_600))
        let later = try await (0..<3).asyncMap { try await stage.say("\($0)", as: bob, in: group) }
        #expect(try await stage.messages(in: group, as: alice) == later.reversed() + [first])
        #expect(later.map(\.createdAt) == (1...3).map { first.createdAt.adding(.milliseconds($0)) })
        stage.clock.advance(by: .seconds(7_200))
        #expect(try await stage.say("at last", as: alice, in: group).createdAt == stage.clock.now)
    }

    private static func limits(_ stage: Stage) async throws {
        let (alice, bob, group) = try await scene(stage)
        let sent = try await (1...3).asyncMap { try await stage.say("\($0)", as: alice, in: group) }
        for limit in [0, -1, Int.min] {
            #expect(try await stage.messages(in: group, as: bob, limit: limit) == [sent[2]])
        }
        #expect(try await stage.messages(in: group, as: bob, limit: .max) == sent.reversed())
    }
}
