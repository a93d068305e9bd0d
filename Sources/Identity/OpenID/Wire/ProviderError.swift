public import JOSE

/// What went wrong between us and a provider: what was being done, with whom, and why it failed. It holds no token.
public struct ProviderError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Operation: String, Sendable {
        case discovery
        case authorization
        case callback
        case codeExchange
        case keys
        case idToken
        case userInfo
        case refresh
        case revocation
        case logoutToken
        case notification
        case signIn
        case signOut
        /// Reading or adding what the service knows of a person.
        case profile
    }

    public enum Reason: Sendable, Equatable {
        /// The person said no at the provider. Nothing needs to be shown.
        case cancelledByPerson
        /// The provider said no, with its code (RFC 6749 §5.2) and words.
        case refused(code: String, words: String?)
        /// The session at the provider is over, or its user is gone: sign in again.
        case sessionEnded(code: String)
        /// Who was asked for does not exist there.
        case userNotFound
        /// Too many requests; not before the time given, if any.
        case tooMany(retryAfter: Duration?)
        /// No connection, or a fault at the provider.
        case unreachable(String)
        case timedOut
        /// The task that waited was cancelled.
        case cancelled
        /// An answer that makes no sense.
        case invalidAnswer(String)
        /// A token whose form or signature is wrong.
        case token(JOSEError)
        /// A token that is signed, but not good.
        case claim(name: String, ClaimProblem)
        /// The callback belongs to no sign-in that this browser has begun, or to one that is over.
        case noTransaction
        /// The callback comes from another issuer than the one that was asked (RFC 9207).
        case otherIssuer
        /// What was asked for is not configured or not offered.
        case unavailable(String)
    }

    public let operation: Operation
    public let provider: ProviderID
    public let reason: Reason

    public init(_ reason: Reason, during operation: Operation, at provider: ProviderID) {
        self.reason = reason
        self.operation = operation
        self.provider = provider
    }

    /// Whether asking again later may help: the provider has not decided anything.
    public var isTransient: Bool {
        switch reason {
        case .unreachable, .timedOut, .tooMany, .cancelled: true
        default: false
        }
    }

    public var description: String { "\(operation) at \(provider): \(reason)" }
}

/// What is wrong with a claim.
public enum ClaimProblem: String, Sendable {
    case missing
    /// Not of the type that the standard says.
    case malformed
    /// Not the value that was expected.
    case mismatch
    case expired
    /// Of a time that has not come.
    case fromTheFuture
    /// Must not be there.
    case forbidden
}
