import Chat
import HTTP

/// Users over REST.
struct RESTUsers: UserRepository {
    let client: BackendClient

    func users() async throws(ChatError) -> [User] {
        let call = Call(.get, ["users"], success: .ok).refused(by: .forbidden)
        return try await client.value([WireUser].self, of: call).map(\.entity)
    }

    func user(_ id: UserID) async throws(ChatError) -> User {
        let call = Call(.get, ["users", .id(id)], success: .ok).refused(by: .notFound)
        return try await client.value(WireUser.self, of: call).entity
    }

    func user(alias: Alias) async throws(ChatError) -> User {
        let call = Call(.post, ["users", "login"], success: .ok)
            .sending(WireLogin(idAlias: alias.description))
            .refused(by: .notFound)
        return try await client.value(WireUser.self, of: call).entity
    }

    func register(_ user: NewUser) async throws(ChatError) -> User {
        let call = Call(.post, ["users"], success: .created)
            .sending(WireNewUser(user))
            .refused(by: .forbidden, .conflict)
            .failing(with: "is already in use", means: .aliasTaken)
            .failing(with: "UNIQUE constraint failed", means: .aliasTaken)
        return try await client.value(WireUser.self, of: call).entity
    }
}
