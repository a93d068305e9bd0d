public import JOSE

/// A failed operation at a provider. Contains no token.
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
        /// Reading or adding the person's profile at the service.
        case profile
    }

    public enum Reason: Error, Sendable, Equatable {
        /// The person cancelled at the provider. Nothing needs to be shown.
        case cancelledByPerson
        /// The provider refused, with an error code (RFC 6749 §5.2) and a message.
        case refused(code: String, words: String?)
        /// The session at the provider has ended, or its user was deleted: sign in again.
        case sessionEnded(code: String)
        /// The requested user does not exist.
        case userNotFound
        /// Too many requests; retry after the given time, if any.
        case tooMany(retryAfter: Duration?)
        /// No connection, or an error of the provider.
        case unreachable(String)
        case timedOut
        /// The task was cancelled.
        case cancelled
        /// An invalid response.
        case invalidAnswer(String)
        /// A token with an invalid form or signature.
        case token(JOSEError)
        /// A token with a valid signature and an invalid claim.
        case claim(name: String, ClaimProblem)
        /// The callback belongs to no open transaction of this browser.
        case noTransaction
        /// The callback has another issuer than the transaction (RFC 9207).
        case otherIssuer
        /// The operation is not configured or not supported.
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

    /// Whether a retry may succeed: the provider has not decided anything.
    public var isTransient: Bool {
        switch reason {
        case .unreachable, .timedOut, .tooMany, .cancelled: true
        default: false
        }
    }

    public var description: String { "\(operation) at \(provider): \(reason)" }
}

/// Why a claim is invalid.
public enum ClaimProblem: String, Sendable {
    case missing
    /// Not of the required type.
    case malformed
    /// Not the expected value.
    case mismatch
    case expired
    /// A time in the future.
    case fromTheFuture
    /// Must not be present.
    case forbidden
}
