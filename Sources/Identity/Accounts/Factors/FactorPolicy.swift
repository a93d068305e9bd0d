public import Chat

/// When a second factor is wanted.
public struct FactorPolicy: Sendable, Equatable {
    public enum Need: String, Sendable, CaseIterable {
        /// Nobody is offered one, nor asked for one.
        case off
        /// Who wants one may have one, and is asked for it from then on.
        case offered
        /// Everybody has to have one.
        case required
    }

    /// After how long without a proof what is delicate asks for one again.
    public static let proofLifetime = Duration.seconds(10 * 60)
    /// How long a browser need not be asked again whose owner said so.
    public static let deviceLifetime = Duration.seconds(30 * 24 * 3_600)

    public var everyone: Need
    /// For admins of the site; `nil`: as for everyone.
    public var admins: Need?
    /// How long, from the first sign-in on, somebody may do without one that is required.
    public var grace: Duration
    /// Whether a passkey alone lets somebody in: not where a session needs what only another way in gives, such as the
    /// chat backend's own cookie.
    public var passkeysSignIn: Bool

    public init(
        everyone: Need = .offered, admins: Need? = nil, grace: Duration = .zero, passkeysSignIn: Bool = true
    ) {
        self.everyone = everyone
        self.admins = admins
        self.grace = grace
        self.passkeysSignIn = passkeysSignIn
    }

    /// Whether anybody at all may have one.
    public var isOn: Bool { everyone != .off || (admins ?? .off) != .off }

    func need(isAdmin: Bool) -> Need { isAdmin ? admins ?? everyone : everyone }
}

/// What follows from a first factor.
public enum FactorDecision: Sendable, Equatable {
    case admitted
    /// This browser need not be asked: that is no proof of the second factor.
    case remembered
    /// A second factor is required from this moment on.
    case admittedUntil(Timestamp)
    /// Not before this is done.
    case pending(PendingFactor.Step)
}
