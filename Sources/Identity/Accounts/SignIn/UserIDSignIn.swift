import Bytes
public import Chat
import HTTP

/// Sign-in with a user id or an alias and without proof. For development, and for trusted networks.
public struct UserIDSignIn: Sendable {
    private let users: any UserRepository

    public init(users: any UserRepository) { self.users = users }

    /// The user with this id or alias.
    public func signIn(_ text: String) async throws(SignInError) -> User {
        let name = text.removingWhitespace.asciiLowercased
        guard !name.isEmpty else { throw .empty }
        do throws(ChatError) {
            if let id = UserID(name) { return try await users.user(id) }
            if let alias = Alias(name) { return try await users.user(alias: alias) }
        } catch {
            throw error.reason == .notFound ? .unknownUser : .backend(error)
        }
        throw .malformedUserID
    }

    /// Signs in, as a rate-limited attempt. A name proves nothing, so success does not reset failures.
    public func attempt(_ text: String) async -> AttemptOutcome<Proof, SignInError> {
        do throws(SignInError) {
            return .notAnAttempt(.success(Proof(.user(try await signIn(text)), by: .userID)))
        } catch {
            return AttemptOutcome(error)
        }
    }
}
