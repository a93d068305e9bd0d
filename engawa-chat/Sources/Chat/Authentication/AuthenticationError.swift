/// Why somebody could not be signed in, or is not any more.
public enum AuthenticationError: Error, Hashable, Sendable {
    /// Nothing was typed.
    case empty
    /// What was typed can be neither a User ID nor an alias; only for sign-in by User ID.
    case malformedUserID
    /// There is no such user; only for sign-in by User ID.
    case unknownUser
    /// The name or the password is wrong; which of them is not revealed.
    case wrongCredentials
    /// The rate limit was exceeded; `after` is the time until the next attempt, if the backend returns it.
    case tooManyAttempts(after: Duration?)
    /// The account is disabled.
    case disabled
    /// The e-mail address must be verified first.
    case unverifiedEmail
    /// The account has no user in the chat, and none could be created.
    case notInChat
    /// The session has ended: the person has to sign in again.
    case sessionExpired
    /// The backend can't be reached or did not answer in time: perhaps there is no network.
    case unreachable(ChatError)
    /// The backend failed, or its answer makes no sense.
    case backend(ChatError)
    /// The session could not be read from its storage, or written there, with details for the log.
    case storage(String)
}

extension AuthenticationError {
    /// The meaning of a backend's error that says nothing about the person.
    public init(_ error: ChatError) {
        switch error.reason {
        case .unavailable, .timedOut: self = .unreachable(error)
        default: self = .backend(error)
        }
    }

    /// The meaning of a password error for sign-in.
    public init(_ error: PasswordError) {
        switch error.reason {
        // No account has such a name or such a password; which of them is wrong is not revealed.
        case .wrongCredentials, .malformedName, .malformedEmail, .nameTaken, .emailTaken, .passwordTooShort,
            .passwordTooLong, .weakPassword:
            self = .wrongCredentials
        case .unverifiedEmail: self = .unverifiedEmail
        case .tooManyAttempts(let time): self = .tooManyAttempts(after: time)
        case .forbidden: self = .disabled
        case .backend(let error): self.init(error)
        }
    }
}
