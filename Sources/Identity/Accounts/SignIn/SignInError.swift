public import Chat
public import OpenID

/// Why a sign-in failed.
public enum SignInError: Error, Sendable, Equatable {
    /// The form was empty.
    case empty
    /// What was entered can be neither a user ID nor an alias; only for sign-in without proof.
    case malformedUserID
    /// There is no such user; only for sign-in without proof.
    case unknownUser
    /// The name or the password is wrong; which of them is not revealed.
    case wrongCredentials
    /// The rate limit was exceeded; retry after this time.
    case tooMany(retryAfter: Duration)
    /// The account is disabled.
    case disabled
    /// The e-mail address must be verified first.
    case unverifiedEmail
    /// The account has no user in the chat, and none could be created.
    case notInChat
    /// The chat backend failed.
    case backend(ChatError)
    /// The provider failed, or its response was rejected.
    case provider(ProviderError)

    /// Whether there was no result, so that the attempt does not count as a failure.
    var decidesNothing: Bool {
        switch self {
        case .backend, .tooMany: true
        case .provider(let error): error.isTransient || error.reason == .cancelledByPerson
        case .empty, .malformedUserID, .unknownUser, .wrongCredentials, .disabled, .unverifiedEmail, .notInChat: false
        }
    }
}

extension SignInError {
    /// The meaning of an error of the package for apps, which knows no providers and whose sessions are not this site's.
    public init(_ error: AuthenticationError) {
        self =
            switch error {
            case .empty: .empty
            case .malformedUserID: .malformedUserID
            case .unknownUser: .unknownUser
            case .wrongCredentials: .wrongCredentials
            case .tooManyAttempts(let time): .tooMany(retryAfter: time ?? Self.standardWait)
            case .disabled: .disabled
            case .unverifiedEmail: .unverifiedEmail
            case .notInChat, .sessionExpired: .notInChat
            case .unreachable(let error), .backend(let error): .backend(error)
            case .storage(let details): .backend(ChatError(.unavailable(details), during: "signIn"))
            }
    }

    /// If the backend returns no time.
    private static let standardWait = Duration.seconds(60)
}
