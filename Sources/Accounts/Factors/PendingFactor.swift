public import Chat

/// Somebody who has proven one factor and owes another: good for nothing but proving that.
public struct PendingFactor: Sendable, Equatable {
    /// What has to be done.
    public enum Step: String, Sendable {
        /// Proving the second factor that the person has.
        case proof
        /// Setting one up: it is required, and there is none.
        case enrolment
    }

    public let id: String
    public let user: UserID
    public let name: String
    public let alias: String
    public let method: SignInMethodID
    public let step: Step
}

/// What happened to somebody's factors, as their other sessions are told.
public enum FactorNotice: String, Sendable, CaseIterable {
    case authenticatorAdded = "authenticator-added"
    case authenticatorRemoved = "authenticator-removed"
    case passkeyAdded = "passkey-added"
    case passkeyRemoved = "passkey-removed"
    case recoveryCodesRenewed = "recovery-codes-renewed"
    case recoveryCodeUsed = "recovery-code-used"
    /// A passkey's counter went back: there may be a copy.
    case passkeyCopied = "passkey-copied"
    /// A second factor will soon be required.
    case enrolmentDue = "enrolment-due"
}
