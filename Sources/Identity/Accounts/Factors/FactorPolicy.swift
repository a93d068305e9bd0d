public import Chat

/// When a second factor is required.
public struct FactorPolicy: Sendable, Equatable {
    public enum Need: String, Sendable, CaseIterable {
        /// Second factors are disabled.
        case off
        /// Optional; a person who has set one up must use it at each sign-in.
        case offered
        /// Mandatory for everyone.
        case required
    }

    /// How recent the last proof must be for sensitive actions.
    public static let proofLifetime = Duration.seconds(10 * 60)
    /// How long a remembered browser may skip the second factor.
    public static let deviceLifetime = Duration.seconds(30 * 24 * 3_600)

    public var everyone: Need
    /// For site admins; `nil` means the same as for everyone.
    public var admins: Need?
    /// The grace period, from the first sign-in on, for setting up a required second factor.
    public var grace: Duration
    /// Whether a passkey alone is a sign-in method. Not if sessions need a credential from another sign-in method, such
    /// as the chat backend's cookie.
    public var passkeysSignIn: Bool

    public init(
        everyone: Need = .offered, admins: Need? = nil, grace: Duration = .zero, passkeysSignIn: Bool = true
    ) {
        self.everyone = everyone
        self.admins = admins
        self.grace = grace
        self.passkeysSignIn = passkeysSignIn
    }

    /// Whether second factors are enabled for anyone.
    public var isOn: Bool { everyone != .off || (admins ?? .off) != .off }

    func need(isAdmin: Bool) -> Need { isAdmin ? admins ?? everyone : everyone }
}

/// What follows a successful first factor.
public enum FactorDecision: Sendable, Equatable {
    case admitted
    /// The browser is remembered and may skip the second factor, which is not a proof of it.
    case remembered
    /// A second factor must be set up before this time.
    case admittedUntil(Timestamp)
    /// The session is pending until this step is done.
    case pending(PendingFactor.Step)
}
