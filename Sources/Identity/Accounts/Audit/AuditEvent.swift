public import Chat
import HTTP

/// Something about who may do what, worth being able to look up later. It never holds a secret, a token or a password.
public struct AuditEvent: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case signedIn = "signed-in"
        case signInRefused = "sign-in-refused"
        case signedOut = "signed-out"
        /// By an administrator, by the person elsewhere, or by the provider.
        case sessionRevoked = "session-revoked"
        case refreshRefused = "refresh-refused"
        case identityLinked = "identity-linked"
        case identityUnlinked = "identity-unlinked"
        /// Told to the service, which has taken it.
        case consentWithdrawn = "consent-withdrawn"
        case roleChanged = "role-changed"
        case userDisabled = "user-disabled"
        case userEnabled = "user-enabled"
        case factorProven = "factor-proven"
        case factorRefused = "factor-refused"
        case passwordChanged = "password-changed"
        case passwordChangeRefused = "password-change-refused"
        case authenticatorAdded = "authenticator-added"
        case authenticatorRemoved = "authenticator-removed"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// Its counter went back: there may be a copy.
        case passkeyCopied = "passkey-copied"
        case recoveryCodesRenewed = "recovery-codes-renewed"
        case recoveryCodeUsed = "recovery-code-used"
        case deviceRemembered = "device-remembered"
        case deviceForgotten = "device-forgotten"
        /// All of them, by an administrator.
        case factorsReset = "factors-reset"
    }

    /// How long each text may be, in characters; longer ones are cut.
    public static let maximumCharacters = 200

    public let moment: Timestamp
    public let kind: Kind
    /// Who it is about; `nil` where nobody was found out.
    public let user: UserID?
    /// Who did it, where that is somebody else.
    public let actor: UserID?
    /// The sign-in method or provider.
    public let method: String?
    /// Where the request came from.
    public let address: String?
    /// Why, or what to: `unknownUser`, `admin`.
    public let detail: String?

    public init(
        _ kind: Kind, at moment: Timestamp, user: UserID? = nil, actor: UserID? = nil, method: String? = nil,
        address: String? = nil, detail: String? = nil
    ) {
        self.moment = moment
        self.kind = kind
        self.user = user
        self.actor = actor
        self.method = method.map(Self.cut)
        self.address = address.map(Self.cut)
        self.detail = detail.map(Self.cut)
    }

    /// The same with something more to say, for which the detail is cut where it is long.
    public func adding(note: String) -> AuditEvent {
        guard !note.isEmpty else { return self }
        let kept =
            detail.map { $0.prefix(scalars: max(0, Self.maximumCharacters - note.unicodeScalars.count - 2)) + "; " }
            ?? ""
        return AuditEvent(
            kind, at: moment, user: user, actor: actor, method: method, address: address, detail: kept + note)
    }

    /// Control characters as spaces: what is shown of it later may be a line on a terminal.
    private static func cut(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(maximumCharacters).map {
                    $0.properties.generalCategory == .control ? " " : $0
                }))
    }
}
