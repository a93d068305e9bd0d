import Bytes
import Chat
import HTTP

/// Users over REST.
struct RESTUsers: UserRepository {
    let client: BackendClient
    var kept = KeptUsers(clock: .system)

    func users() async throws(ChatError) -> [User] {
        let call = Call(.get, ["users"], success: .ok).refused(by: .forbidden)
        return try await client.entities(User.self, of: call)
    }

    func users(matching query: SearchQuery?, limit: Int) async throws(ChatError) -> [User] {
        try await kept.matching(query, limit: limit) { () async throws(ChatError) in try await users() }
    }

    func user(_ id: UserID) async throws(ChatError) -> User {
        let call = Call(.get, ["users", .id(id)], success: .ok).refused(by: .notFound)
        return try await client.value(User.self, of: call)
    }

    func user(alias: Alias) async throws(ChatError) -> User {
        let call = Call(.post, ["users", "login"], success: .ok)
            .sending(["idAlias": .string(alias.description)])
            .refused(by: .notFound)
        return try await client.value(User.self, of: call)
    }

    func register(_ user: NewUser) async throws(ChatError) -> User {
        let call = Call(.post, ["users"], success: .created)
            .sending([
                "idAlias": .string(user.alias.description), "name": .string(user.name.description),
                "avatarUrl": user.avatarURL.map { .string($0) },
            ])
            .refused(by: .forbidden, .conflict)
            .failing(with: "is already in use", means: .aliasTaken)
            .failing(with: "UNIQUE constraint failed", means: .aliasTaken)
        let registered = try await client.value(User.self, of: call)
        kept.forget()
        return registered
    }
}
