import Chat
import Testing

extension RepositoryBehaviour {
    static let pictures = [
        RepositoryBehaviour("a person has one picture at most, which everybody sees", ownPicture),
        RepositoryBehaviour(
            "only admins change a group's picture, which only members see, and it is told", groupPicture),
    ]

    private static func content(_ stage: Stage, _ id: PictureID?, seenBy user: User) async throws -> [UInt8] {
        try await stage.repositories.pictures.picture(try #require(id), as: user.id).content
    }

    private static func ownPicture(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (pictures, users) = (stage.repositories.pictures, stage.repositories.users)
        #expect(try await users.user(alice.id).picture == nil)
        let most = [UInt8](repeating: 7, count: StoredPicture.maximumBytes)
        try await pictures.set(StoredPicture(most), of: alice.id)
        let first = try await users.user(alice.id).picture
        #expect(try await content(stage, first, seenBy: bob) == most)
        try await pictures.set(StoredPicture([0, 1, 255]), of: alice.id)
        let second = try await users.user(alice.id).picture
        #expect(second != first)
        #expect(try await content(stage, second, seenBy: alice) == [0, 1, 255])
        await expect(.notFound) { _ = try await pictures.picture(try #require(first), as: bob.id) }
        // A conversation has it with the person.
        let new = NewConversation(.direct, participants: [alice.id, bob.id])
        let direct = try await stage.repositories.conversations.create(try #require(new), as: bob.id)
        #expect(direct.activeParticipant(alice.id)?.user.picture == second)
        for _ in 0..<2 { try await pictures.set(nil, of: alice.id) }
        #expect(try await users.user(alice.id).avatarURL == nil)
        await expect(.notFound) { _ = try await pictures.picture(try #require(second), as: alice.id) }
        await expect(.notFound) { _ = try await pictures.picture(.random(), as: alice.id) }
        if stage.callers == .named { await expect(.notFound) { try await pictures.set(nil, of: .random()) } }
    }

    private static func groupPicture(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, pictures) = (try await stage.person("carol"), stage.repositories.pictures)
        let chat = stage.repositories.conversations
        let new = NewConversation(.group(name: try #require(DisplayName("Cooks"))), participants: [alice.id, bob.id])
        let group = try await chat.create(try #require(new), as: alice.id).id
        _ = try await chat.add(alice.id, as: .admin, to: group, by: alice.id)
        let picture = try #require(StoredPicture([1, 2, 3]))
        await expect(.forbidden) { try await pictures.set(picture, of: group, as: bob.id) }
        await expect(.notParticipant) { try await pictures.set(picture, of: group, as: carol.id) }
        // There is none to be removed.
        try await pictures.set(nil, of: group, as: alice.id)
        #expect(try await told(group, bob, on: stage) == 0)
        for next in [picture, picture, nil] {
            stage.clock.advance(by: .seconds(1))
            try await pictures.set(next, of: group, as: alice.id)
            let id = try await chat.conversation(group, as: bob.id).picture
            #expect((id == nil) == (next == nil))
            guard let id else { continue }
            #expect(try await content(stage, id, seenBy: bob) == [1, 2, 3])
            await expect(.notFound) { _ = try await pictures.picture(id, as: carol.id) }
        }
        #expect(try await told(group, bob, on: stage) == 3)
        let direct = NewConversation(.direct, participants: [alice.id, bob.id])
        let two = try await chat.create(try #require(direct), as: alice.id).id
        await expect(.forbidden) { try await pictures.set(picture, of: two, as: alice.id) }
    }

    /// How often a change of the picture was told.
    private static func told(_ group: ConversationID, _ reader: User, on stage: Stage) async throws -> Int {
        let messages = try await stage.repositories.messages.messages(in: group, as: reader.id, before: nil, limit: 50)
        return messages.count { if case .changed(.picture, _) = $0.content { true } else { false } }
    }
}
