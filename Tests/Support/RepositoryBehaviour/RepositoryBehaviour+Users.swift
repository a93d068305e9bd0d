import Chat
import Testing

extension RepositoryBehaviour {
    static let users = [
        RepositoryBehaviour("people are found by parts of their names, those that begin so first", matching),
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

    private static func matching(_ stage: Stage) async throws {
        var people: [User] = []
        for alias in ["hanako", "johanna", "anna", "bob"] { people.append(try await stage.person(alias)) }
        func found(_ text: String?, limit: Int = 10) async throws -> [String] {
            let query = try text.map { try #require(SearchQuery($0)) }
            return try await stage.repositories.users.users(matching: query, limit: limit).map(\.alias)
        }
        #expect(try await found("ann") == ["anna", "johanna"])
        #expect(try await found("ANN hann") == ["johanna"])
        #expect(try await found("nobody") == [])
        #expect(try await found("an", limit: 1) == ["anna"])
        #expect(Set(try await found(nil)) == Set(people.map(\.alias)))
        #expect(try await found(nil, limit: 2) == ["anna", "bob"])
    }
}
