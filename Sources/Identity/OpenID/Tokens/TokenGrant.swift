public import Chat
public import Cryptography
import JOSE

/// What a token endpoint gives (RFC 6749 §5.1).
public struct TokenGrant: Sendable, Equatable {
    /// How long tokens are good of which nothing was said.
    private static let standardLifetime = Duration.seconds(3_600)
    private static let longestLifetime = 366.0 * 24 * 3_600

    public let accessToken: Secret
    public let refreshToken: Secret?
    /// As it came, for `id_token_hint`.
    public let idToken: Secret?
    public let expiresAt: Timestamp

    public init(accessToken: Secret, refreshToken: Secret?, idToken: Secret?, expiresAt: Timestamp) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.expiresAt = expiresAt
    }

    /// Reads an answer; `nil` where it is none.
    init?(_ answer: JSON, now: Timestamp) {
        func token(_ name: String) -> Secret? {
            answer[name]?.string.flatMap { $0.isEmpty || $0.utf8.count > CompactToken.maximumBytes ? nil : Secret($0) }
        }
        guard let accessToken = token("access_token") else { return nil }
        // Required by the standard, in any case of letters (§5.1); other types of token need more than we send.
        guard answer["token_type"]?.string?.lowercased() == "bearer" else { return nil }
        self.accessToken = accessToken
        refreshToken = token("refresh_token")
        idToken = token("id_token")
        // Some write the number as a string.
        let seconds = answer["expires_in"]?.number ?? answer["expires_in"]?.string.flatMap { Double($0) }
        if let seconds, (0...Self.longestLifetime).contains(seconds) {
            expiresAt = now.adding(.milliseconds(Int64(seconds * 1_000)))
        } else {
            expiresAt = now.adding(Self.standardLifetime)
        }
    }

    /// This grant, with what the one before it had and it does not repeat (§6, Core §12.2).
    func completed(from former: TokenGrant) -> TokenGrant {
        TokenGrant(
            accessToken: accessToken, refreshToken: refreshToken ?? former.refreshToken,
            idToken: idToken ?? former.idToken, expiresAt: expiresAt)
    }
}
