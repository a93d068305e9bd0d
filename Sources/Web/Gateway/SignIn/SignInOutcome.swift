import Accounts
import OpenID

/// How an attempt to sign in ended, for metrics. Creating an account, which signs in, counts as one.
public enum SignInOutcome: String, Sendable, CaseIterable {
    /// A session has begun, after the second factor if one is required.
    case signedIn = "signed-in"
    /// The name or the password was wrong, or a provider's response was not accepted.
    case refused
    /// The second factor was wrong, or tried too often.
    case secondFactorRefused = "second-factor-refused"
    /// The attempt came too soon after others that failed.
    case tooMany = "too-many"
    /// The account is disabled.
    case disabled
    /// The person went back from the provider.
    case cancelled
    /// The backend or the provider did not respond, or failed.
    case unavailable

    /// `nil` for an empty form, which is no attempt.
    init?(_ error: SignInError) {
        switch error {
        case .empty: return nil
        case .malformedUserID, .unknownUser, .wrongCredentials, .unverifiedEmail, .notInChat: self = .refused
        case .tooMany: self = .tooMany
        case .disabled: self = .disabled
        case .backend: self = .unavailable
        case .provider(let error) where error.reason == .cancelledByPerson: self = .cancelled
        case .provider(let error): self = error.isTransient ? .unavailable : .refused
        }
    }
}
