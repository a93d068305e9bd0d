public import Chat

/// Sign-in with a user id or an alias and without proof. For development, and for trusted networks.
public struct UserIDSignIn: Sendable {
    private let service: UserIDAuthentication

    public init(users: any UserRepository) { service = UserIDAuthentication(users: users) }

    /// The user with this id or alias.
    public func signIn(_ text: String) async throws(SignInError) -> User {
        do throws(AuthenticationError) { return try await service.signIn(with: text).user } catch {
            throw SignInError(error)
        }
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
