import Chat
import Testing

extension RepositoryBehaviour {
    static let invites = [
        RepositoryBehaviour("whoever has an invitation joins, and it is counted once", joining),
        RepositoryBehaviour("an invitation ends by its time, by its uses, and when it is revoked", ends),
        RepositoryBehaviour("who may invite, and who sees and ends invitations", whoMayInvite),
        RepositoryBehaviour("an invitation counts only while its maker may add people", backedInvites),
        RepositoryBehaviour("an invitation for one lets one in, also where many come at once", invitedAtOnce),
        RepositoryBehaviour("a group has so many open invitations and no more", mostInvites),
    ]

    private static func new(_ lifetime: Duration = .seconds(3_600), uses: Int? = nil) throws -> NewInvite {
        try #require(NewInvite(lifetime: lifetime, maximumUses: uses))
    }

    private static func invite(_ group: Conversation, _ new: NewInvite, as user: User, on stage: Stage) async throws
        -> Invite
    {
        stage.clock.advance(by: .seconds(1))
        return try await stage.repositories.invites.invite(to: group.id, new, as: user.id)
    }

    private static func isMember(_ user: User, of group: Conversation, on stage: Stage) async throws -> Bool {
        try await stage.repositories.conversations.conversation(group.id, as: user.id).activeParticipant(user.id) != nil
    }

    private static func joining(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (group, invites) = (try await stage.group(alice, named: "茶会"), stage.repositories.invites)
        let made = try await invite(group, new(uses: 5), as: alice, on: stage)
        #expect(made.conversation == group.id && made.user == alice.id && made.uses == 0 && made.maximumUses == 5)
        #expect(made.expiresAt == made.createdAt.adding(.seconds(3_600)))
        #expect(
            try await invites.group(invitedBy: made.id, as: alice.id)
                == JoinableGroup(conversation: group.id, name: "茶会", description: nil, members: 1))
        for _ in 0..<2 { #expect(try await invites.join(by: made.id, as: bob.id) == group.id) }
        #expect(try await invites.join(by: made.id, as: alice.id) == group.id)
        #expect(try await isMember(bob, of: group, on: stage))
        #expect(try await invites.invites(to: group.id, as: alice.id).map(\.uses) == [1])
        let told = try await stage.messages(in: group, as: bob).map(\.content)
        #expect(told == [.joined(user: bob.id)])
        // Whoever left comes back by it.
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        _ = try await invites.join(by: made.id, as: bob.id)
        #expect(try await isMember(bob, of: group, on: stage))
        #expect(try await invites.invites(to: group.id, as: alice.id).map(\.uses) == [2])
    }

    private static func ends(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (group, invites) = (try await stage.group(alice), stage.repositories.invites)
        let short = try await invite(group, new(.seconds(60)), as: alice, on: stage)
        let single = try await invite(group, new(uses: 1), as: alice, on: stage)
        let revoked = try await invite(group, new(), as: alice, on: stage)
        #expect(try await invites.invites(to: group.id, as: alice.id).map(\.id) == [revoked.id, single.id, short.id])
        for _ in 0..<2 { try await invites.revoke(revoked.id, as: alice.id) }
        stage.clock.advance(by: .seconds(61))
        _ = try await invites.join(by: single.id, as: bob.id)
        let carol = try await stage.person("carol")
        for ended in [short.id, single.id, revoked.id, .random()] {
            await expect(.notFound) { try await invites.group(invitedBy: ended, as: carol.id) }
            await expect(.notFound) { try await invites.join(by: ended, as: carol.id) }
        }
        #expect(try await invites.invites(to: group.id, as: alice.id) == [])
        #expect(!(try await isMember(carol, of: group, on: stage)))
    }

    private static func whoMayInvite(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, invites) = (try await stage.person("carol"), stage.repositories.invites)
        let group = try await stage.group(alice, bob)
        _ = try await stage.repositories.conversations.add(alice.id, as: .admin, to: group.id, by: alice.id)
        let byAlice = try await invite(group, new(), as: alice, on: stage)
        let byBob = try await invite(group, new(), as: bob, on: stage)
        await expect(.notParticipant) { try await invite(group, new(), as: carol, on: stage) }
        await expect(.notParticipant) { try await invites.invites(to: group.id, as: carol.id) }
        await expect(.notParticipant) { try await invites.revoke(byAlice.id, as: carol.id) }
        #expect(try await invites.invites(to: group.id, as: alice.id).map(\.id) == [byBob.id, byAlice.id])
        #expect(try await invites.invites(to: group.id, as: bob.id).map(\.id) == [byBob.id])
        await expect(.forbidden) { try await invites.revoke(byAlice.id, as: bob.id) }
        try await invites.revoke(byBob.id, as: alice.id)
        #expect(try await invites.invites(to: group.id, as: bob.id) == [])
        let direct = try await stage.repositories.conversations.create(
            NewConversation(.direct, participants: [alice.id, bob.id])!, as: alice.id)
        await expect(.forbidden) { try await invite(direct, new(), as: alice, on: stage) }
    }

    private static func backedInvites(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, invites) = (try await stage.person("carol"), stage.repositories.invites)
        let group = try await stage.group(alice, bob)
        let (conversations, groups) = (stage.repositories.conversations, stage.repositories.groups)
        _ = try await conversations.add(alice.id, as: .admin, to: group.id, by: alice.id)
        let made = try await invite(group, new(), as: bob, on: stage)
        try await groups.edit(group.id, GroupEdit(adminsOnly: .add), as: alice.id)
        await expect(.notFound) { try await invites.join(by: made.id, as: carol.id) }
        await expect(.forbidden) { try await invite(group, new(), as: bob, on: stage) }
        #expect(try await invites.invites(to: group.id, as: alice.id) == [])
        try await groups.edit(group.id, GroupEdit(adminsOnly: []), as: alice.id)
        _ = try await conversations.remove(bob.id, from: group.id, by: bob.id)
        await expect(.notFound) { try await invites.group(invitedBy: made.id, as: alice.id) }
        await expect(.notFound) { try await invites.join(by: made.id, as: carol.id) }
        #expect(!(try await isMember(carol, of: group, on: stage)))
    }

    private static func invitedAtOnce(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let made = try await invite(group, new(uses: 1), as: alice, on: stage)
        let people = try await ["bob", "carol", "dave", "erin", "frank"].asyncMap { try await stage.person($0) }
        let joined = await withTaskGroup(of: Bool.self) { tasks in
            for person in people {
                tasks.addTask { (try? await stage.repositories.invites.join(by: made.id, as: person.id)) != nil }
            }
            return await tasks.reduce(0) { $1 ? $0 + 1 : $0 }
        }
        #expect(joined == 1)
        let now = try await stage.repositories.conversations.conversation(group.id, as: alice.id)
        #expect(now.activeParticipants.count == 2)
    }

    private static func mostInvites(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let (group, invites) = (try await stage.group(alice), stage.repositories.invites)
        let short = try await invite(group, new(.seconds(60)), as: alice, on: stage)
        for _ in 1..<MessageLimits.maximumInvites { _ = try await invite(group, new(), as: alice, on: stage) }
        await expect(.limitReached(.invites)) { try await invite(group, new(), as: alice, on: stage) }
        try await invites.revoke(short.id, as: alice.id)
        let last = try await invite(group, new(.seconds(60)), as: alice, on: stage)
        await expect(.limitReached(.invites)) { try await invite(group, new(), as: alice, on: stage) }
        // Those that are over count no more, and those whose maker has left are gone.
        stage.clock.advance(by: .seconds(61))
        _ = try await invite(group, new(), as: alice, on: stage)
        #expect(!(try await invites.invites(to: group.id, as: alice.id)).contains { $0.id == last.id })
        let (bob, conversations) = (try await stage.person("bob"), stage.repositories.conversations)
        let open = try await invites.invites(to: group.id, as: alice.id)
        for invite in open.prefix(2) { try await invites.revoke(invite.id, as: alice.id) }
        _ = try await conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        let former = try await invite(group, new(), as: bob, on: stage)
        _ = try await conversations.remove(bob.id, from: group.id, by: bob.id)
        _ = try await invite(group, new(), as: alice, on: stage)
        _ = try await conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        await expect(.notFound) { try await invites.group(invitedBy: former.id, as: bob.id) }
    }
}
