public import Chat

/// Sign-in by saying who one is: a User ID or an alias, and no proof. For development, and for a network of friends.
public struct UserIDSignIn: Sendable {
    private let users: any UserRepository

    public init(users: any UserRepository) { self.users = users }

    /// The person whom `text` names.
    public func signIn(_ text: String) async throws(SignInError) -> User {
        let name = text.filter { !$0.isWhitespace }.lowercased()
        guard !name.isEmpty else { throw .empty }
        do throws(ChatError) {
            if let id = UserID(name) { return try await users.user(id) }
            guard let alias = Alias(name) else { throw ChatError(.notFound, during: "signIn") }
            return try await users.user(alias: alias)
        } catch {
            throw error.reason == .notFound ? .unknownUser : .backend(error)
        }
    }
}
