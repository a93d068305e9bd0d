import Accounts
import Chat
import ChatREST
import HTTPClient

/// Finds the user with an alias: in the chat, or else, if the chat does not know or does not respond, in the sessions.
struct PersonFinder {
    let configuration: Configuration
    /// Those of the chat, if it is stored here.
    let chat: (any UserRepository)?
    let sessions: Sessions

    /// `nil` for `nil`.
    func find(_ name: PersonName?) async throws -> UserID? {
        guard let name else { return nil }
        return try await find(name) as UserID
    }

    func find(_ name: PersonName) async throws -> UserID {
        switch name {
        case .id(let id): return id
        case .alias(let alias):
            let users = try self.users()
            if let user = try? await users?.user(alias: alias) { return user.id }
            let found = Set(try await sessions.all().filter { $0.alias == alias.description }.map(\.user))
            guard let user = found.first, found.count == 1 else {
                throw ConfigurationError("--user: there is nobody called \"\(alias)\"; an ID always works")
            }
            return user
        }
    }

    private func users() throws(ConfigurationError) -> (any UserRepository)? {
        switch configuration.backend {
        case .embedded: return chat
        case .remote(let baseURL):
            let client = CurlClient(trust: try configuration.readBackendTrust())
            return RESTRepositories(transport: client, baseURL: baseURL).repositories.users
        }
    }
}
