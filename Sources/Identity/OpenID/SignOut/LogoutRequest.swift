import Bytes
import Chat
import JOSE

/// A provider's request to end one session or all sessions of a person.
public struct LogoutRequest: Sendable, Equatable {
    /// The maximum age of a logout token; the standard advises at most two minutes (§4).
    static let maximumAge = Duration.seconds(120)
    /// How long a token is remembered: as long as it could be accepted.
    static let memory = maximumAge + ClaimRules.leeway + ClaimRules.leeway
    private static let event = "http://schemas.openid.net/event/backchannel-logout"
    private static let maximumIdentifierBytes = 255
    /// Accepted values of `typ`: as the standard advises (§2.4), and a value that many providers use.
    private static let types: Set = ["logout+jwt", "application/logout+jwt", "jwt"]

    public let issuer: String
    /// `nil` if only the session is named.
    public let subject: String?
    /// The `sid` of the ID token; `nil` for all sessions of the subject.
    public let sessionID: String?
    let tokenID: String

    /// Parses a logout token (Back-Channel Logout §2.4).
    init(_ token: VerifiedToken, _ rules: ClaimRules) throws(ProviderError.Reason) {
        if let type = token.type?.lowercased() {
            guard Self.types.contains(type) else { throw .claim(name: "typ", .mismatch) }
        }
        let claims = JSON.object(token.claims)
        issuer = try rules.issuer(of: claims)
        try rules.checkAudience(of: claims)
        try rules.checkIssueTime(of: claims, atMostAgo: Self.maximumAge)
        // Required by the final version of the standard; for older providers, `iat` limits the age.
        try rules.checkExpiry(of: claims, isRequired: false)
        guard claims["nonce"] == nil else { throw .claim(name: "nonce", .forbidden) }
        guard claims["events"]?[Self.event]?.object != nil else { throw .claim(name: "events", .mismatch) }
        tokenID = try rules.text("jti", of: claims)
        subject = claims["sub"]?.string
        sessionID = claims["sid"]?.string
        guard subject != nil || sessionID != nil else { throw .claim(name: "sub", .missing) }
        for text in [tokenID, subject, sessionID] where (text?.utf8.count ?? 0) > Self.maximumIdentifierBytes {
            throw .claim(name: "jti", .malformed)
        }
    }
}
