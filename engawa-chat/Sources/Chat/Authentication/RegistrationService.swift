/// Registers people with the chat.
public protocol RegistrationService<Registration>: Sendable {
    /// What a person registers with.
    associatedtype Registration: Sendable
    associatedtype Failure: Error

    /// - Returns: the first session of the new user, for `SessionManager.adopt(_:)`.
    func register(_ registration: Registration) async throws(Failure) -> UserSession
}

/// Registers users who sign in by User ID.
public struct UserRegistration: RegistrationService {
    private let users: any UserRepository

    public init(_ users: any UserRepository) { self.users = users }

    public func register(_ user: NewUser) async throws(RegistrationError) -> UserSession {
        do throws(ChatError) {
            return UserSession(user: try await users.register(user))
        } catch {
            throw RegistrationError(error)
        }
    }
}

/// Why a user was not registered.
public enum RegistrationError: Error, Hashable, Sendable {
    /// The alias belongs to someone else.
    case aliasTaken
    /// A rule of the backend is broken.
    case refused
    /// The backend takes no new people.
    case closed
    /// The backend can't be reached, or failed. The user may have been registered.
    case backend(ChatError)

    fileprivate init(_ error: ChatError) {
        self =
            switch error.reason {
            case .aliasTaken: .aliasTaken
            case .invalid: .refused
            case .forbidden, .notFound: .closed
            default: .backend(error)
            }
    }
}

/// Why signing up with a password failed.
public enum SignUpError: Error, Hashable, Sendable {
    /// The account was not created.
    case refused(PasswordError)
    /// The account was created, but signing in failed.
    case notAdmitted(AuthenticationError)
}
