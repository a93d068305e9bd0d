public import Chat
public import OpenID

/// Why somebody could not sign in.
public enum SignInError: Error, Sendable, Equatable {
    /// Nothing was typed.
    case empty
    /// There is no such person: only where saying who one is is all there is to it.
    case unknownUser
    /// Name or password are wrong; never which of them.
    case wrongCredentials
    /// Not before this time has passed.
    case tooMany(retryAfter: Duration)
    /// The account may not be used any more.
    case disabled
    /// The e-mail address is to be proven first.
    case unverifiedEmail
    /// There is an account with this password and nobody in the chat whose it is, nor can they be made.
    case notInChat
    /// The chat backend could not tell.
    case backend(ChatError)
    /// The provider could not tell, or said something that is not believed.
    case provider(ProviderError)

    /// Whether nothing was decided, so that the attempt was no guess.
    var decidesNothing: Bool {
        switch self {
        case .backend, .tooMany: true
        case .provider(let error): error.isTransient || error.reason == .cancelledByPerson
        case .empty, .unknownUser, .wrongCredentials, .disabled, .unverifiedEmail, .notInChat: false
        }
    }
}
