import Chat
import Testing

extension RepositoryBehaviour {
    static let users = [
        RepositoryBehaviour("a registered person is found by id, by alias and among everyone", registering),
        RepositoryBehaviour("an unknown id or alias is not found", unknownUsers),
        RepositoryBehaviour("an alias belongs to one person only", aliasTaken),
    ]

    static let health = [
        RepositoryBehaviour("a backend that works says so") { stage in
            await #expect(throws: Never.self) { try await stage.repositories.health.check() }
        }
    ]

    private static func registering(_ stage: Stage) async throws {
        let users = stage.repositories.users
        let new = NewUser(
            alias: Alias("haruka.s-1")!, name: DisplayName("佐藤 春香 🌸")!, avatarURL: "https://example.com/h.png?a=1&b")
        let haruka = try await users.register(new)
        #expect(haruka.alias == "haruka.s-1")
        #expect(haruka.name == "佐藤 春香 🌸")
        #expect(haruka.avatarURL == "https://example.com/h.png?a=1&b")
        #expect(haruka.createdAt == stage.clock.now)
        stage.clock.advance(by: .seconds(5))
        let bob = try await stage.person("bob")
        #expect(bob.avatarURL == nil)
        #expect(bob.id != haruka.id)

        #expect(try await users.user(haruka.id) == haruka)
        #expect(try await users.user(alias: new.alias) == haruka)
        #expect(Set(try await users.users()) == [haruka, bob])
    }

    private static func unknownUsers(_ stage: Stage) async throws {
        _ = try await stage.person("alice")
        await expect(.notFound) { try await stage.repositories.users.user(stage.unknownUser) }
        await expect(.notFound) { try await stage.repositories.users.user(alias: Alias("nobody")!) }
    }

    private static func aliasTaken(_ stage: Stage) async throws {
        let first = try await stage.person("alice")
        await expect(.aliasTaken) {
            try await stage.repositories.users.register(
                NewUser(alias: Alias("alice")!, name: DisplayName("Someone else")!, avatarURL: nil))
        }
        #expect(try await stage.repositories.users.users() == [first])
    }
}
