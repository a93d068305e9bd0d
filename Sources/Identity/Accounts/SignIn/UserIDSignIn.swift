public import Chat
import HTTP

/// Sign-in by saying who one is: a User ID or an alias, and no proof. For development, and for a network of friends.
public struct UserIDSignIn: Sendable {
    private let users: any UserRepository

    public init(users: any UserRepository) { self.users = users }

    /// The person whom `text` names.
    public func signIn(_ text: String) async throws(SignInError) -> User {
        let name = text.removingWhitespace.asciiLowercased
        guard !name.isEmpty else { throw .empty }
        do throws(ChatError) {
            if let id = UserID(name) { return try await users.user(id) }
            guard let alias = Alias(name) else { throw ChatError(.notFound, during: "signIn") }
            return try await users.user(alias: alias)
        } catch {
            throw error.reason == .notFound ? .unknownUser : .backend(error)
        }
    }

    /// The same as an attempt that is counted. A name proves nothing, so it takes no failures back.
    public func attempt(_ text: String) async -> AttemptOutcome<Proof, SignInError> {
        do throws(SignInError) {
            return .notAnAttempt(.success(Proof(.user(try await signIn(text)), by: .userID)))
        } catch {
            return AttemptOutcome(error)
        }
    }
}
