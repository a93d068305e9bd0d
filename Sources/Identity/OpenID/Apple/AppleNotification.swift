import Bytes
import Chat
import JOSE

/// A server-to-server notification of Apple about an account.
public struct AppleNotification: Sendable, Equatable {
    public enum Event: String, Sendable {
        /// The person has stopped using Apple for signing in here.
        case consentRevoked = "consent-revoked"
        case accountDeleted = "account-delete"
        case emailDisabled = "email-disabled"
        case emailEnabled = "email-enabled"

        /// Whether the person's sessions must end.
        public var endsSessions: Bool { self == .consentRevoked || self == .accountDeleted }
    }

    /// The maximum age of a notification: Apple retries for some days.
    static let maximumAge = Duration.seconds(3 * 24 * 3_600)

    public let event: Event
    public let identity: Identity

    init(_ token: VerifiedToken, _ rules: ClaimRules) throws(ProviderError.Reason) {
        let claims = JSON.object(token.claims)
        let issuer = try rules.issuer(of: claims)
        try rules.checkAudience(of: claims)
        try rules.checkIssueTime(of: claims, atMostAgo: Self.maximumAge)
        try rules.checkExpiry(of: claims, isRequired: false)
        // The event is JSON inside a string; an object is accepted, too.
        let event = claims["events"]?.string.flatMap { JSON(parsing: Array($0.utf8)) } ?? claims["events"]
        guard let event, event.object != nil else { throw .claim(name: "events", .malformed) }
        guard let kind = event["type"]?.string.flatMap({ Event(apple: $0) }) else {
            throw .claim(name: "events", .mismatch)
        }
        guard let identity = event["sub"]?.string.flatMap({ Identity(issuer: issuer, subject: $0) }) else {
            throw .claim(name: "sub", .missing)
        }
        self.event = kind
        self.identity = identity
    }
}

extension AppleNotification.Event {
    /// Apple documents `account-delete`; its servers also send `account-deleted`.
    fileprivate init?(apple name: String) { self.init(rawValue: name == "account-deleted" ? "account-delete" : name) }
}

extension RelyingParty {
    /// Verifies the body of a notification: `{"payload":"<token>"}`.
    public func appleNotification(_ body: [UInt8]) async throws(ProviderError) -> AppleNotification {
        guard body.count <= CompactToken.maximumBytes, let token = JSON(parsing: body)?["payload"]?.string else {
            throw failure(.invalidAnswer("no payload"), .notification)
        }
        let metadata = try await metadata()
        let verified = try await verified(token, metadata, during: .notification)
        do throws(ProviderError.Reason) { return try AppleNotification(verified, rules(metadata)) } catch {
            throw failure(error, .notification)
        }
    }
}
