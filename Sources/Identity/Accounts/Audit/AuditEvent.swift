public import Chat
import HTTP

/// A security-relevant event, for the audit log. Never contains a secret, a token or a password.
public struct AuditEvent: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case signedIn = "signed-in"
        case signInRefused = "sign-in-refused"
        case signedOut = "signed-out"
        /// By an administrator, by the person in another session, or by the provider.
        case sessionRevoked = "session-revoked"
        case refreshRefused = "refresh-refused"
        case identityLinked = "identity-linked"
        case identityUnlinked = "identity-unlinked"
        /// The service has confirmed it.
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
        /// The signature counter went back: the passkey may have been cloned.
        case passkeyCopied = "passkey-copied"
        case recoveryCodesRenewed = "recovery-codes-renewed"
        case recoveryCodeUsed = "recovery-code-used"
        case deviceRemembered = "device-remembered"
        case deviceForgotten = "device-forgotten"
        /// All of a person's factors, by an administrator.
        case factorsReset = "factors-reset"
        case accountCreated = "account-created"
        case accountRenamed = "account-renamed"
        case accountDeleted = "account-deleted"
        /// By an administrator, or with a one-time link.
        case passwordReset = "password-reset"
        /// A one-time link, which is named by its purpose only.
        case linkMade = "link-made"
        /// A person's data was written to a file.
        case dataExported = "data-exported"
        /// The person reported a message to the admins.
        case messageReported = "message-reported"
        /// An admin has closed a report of the person.
        case reportClosed = "report-closed"
        /// An admin has added an emoji of the place.
        case emojiAdded = "emoji-added"
        case emojiRemoved = "emoji-removed"
        /// An admin downloaded lines of this log.
        case auditDownloaded = "audit-downloaded"
    }

    /// The maximum length of each text, in characters; longer ones are truncated.
    public static let maximumCharacters = 200

    public let moment: Timestamp
    public let kind: Kind
    /// The person concerned; `nil` if unknown.
    public let user: UserID?
    /// The person who did it, if different from `user`.
    public let actor: UserID?
    /// The sign-in method or provider.
    public let method: String?
    /// The client's IP address.
    public let address: String?
    /// The reason or the new value: `unknownUser`, `admin`.
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

    /// The event with a note appended; a long detail is truncated to make room.
    public func adding(note: String) -> AuditEvent {
        guard !note.isEmpty else { return self }
        let kept =
            detail.map { $0.prefix(scalars: max(0, Self.maximumCharacters - note.unicodeScalars.count - 2)) + "; " }
            ?? ""
        return AuditEvent(
            kind, at: moment, user: user, actor: actor, method: method, address: address, detail: kept + note)
    }

    /// Replaces control characters by spaces, because the log may be shown on a terminal.
    private static func cut(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(maximumCharacters).map {
                    $0.properties.generalCategory == .control ? " " : $0
                }))
    }
}
