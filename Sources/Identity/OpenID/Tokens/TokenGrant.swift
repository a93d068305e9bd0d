public import Bytes
public import Chat
public import Cryptography
import JOSE

/// The response of a token endpoint (RFC 6749 §5.1).
public struct TokenGrant: Sendable, Equatable {
    /// The lifetime of tokens without `expires_in`.
    private static let standardLifetime = Duration.seconds(3_600)
    private static let longestLifetime = 366.0 * 24 * 3_600

    public let accessToken: Secret
    public let refreshToken: Secret?
    /// As received, for `id_token_hint`.
    public let idToken: Secret?
    public let expiresAt: Timestamp

    public init(accessToken: Secret, refreshToken: Secret?, idToken: Secret?, expiresAt: Timestamp) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.expiresAt = expiresAt
    }

    /// Parses a response; `nil` if it is invalid.
    init?(_ answer: JSON, now: Timestamp) {
        func token(_ name: String) -> Secret? {
            answer[name]?.string.flatMap { $0.isEmpty || $0.utf8.count > CompactToken.maximumBytes ? nil : Secret($0) }
        }
        guard let accessToken = token("access_token") else { return nil }
        // Required by the standard, case-insensitive (§5.1); other token types are not supported.
        guard answer["token_type"]?.string?.lowercased() == "bearer" else { return nil }
        self.accessToken = accessToken
        refreshToken = token("refresh_token")
        idToken = token("id_token")
        // Some providers send the number as a string.
        let seconds = answer["expires_in"]?.number ?? answer["expires_in"]?.string.flatMap { Double($0) }
        if let seconds, (0...Self.longestLifetime).contains(seconds) {
            expiresAt = now.adding(.milliseconds(Int64(seconds * 1_000)))
        } else {
            expiresAt = now.adding(Self.standardLifetime)
        }
    }

    /// This grant, with members of the former one that the response does not repeat (§6, Core §12.2).
    func completed(from former: TokenGrant) -> TokenGrant {
        TokenGrant(
            accessToken: accessToken, refreshToken: refreshToken ?? former.refreshToken,
            idToken: idToken ?? former.idToken, expiresAt: expiresAt)
    }
}

extension TokenGrant {
    /// The grant for storing it, sealed.
    public var json: JSON {
        var members: [String: JSON] = [
            "access": .string(accessToken.revealed), "expires": .number(Double(expiresAt.milliseconds)),
        ]
        members["refresh"] = refreshToken.map { .string($0.revealed) }
        members["id"] = idToken.map { .string($0.revealed) }
        return .object(members)
    }

    /// Parses the result of `json`.
    public init?(json: JSON) {
        guard let access = json["access"]?.string,
            let expires = json["expires"]?.number.flatMap({ Int64(exactly: $0) })
        else { return nil }
        self.init(
            accessToken: Secret(access), refreshToken: json["refresh"]?.string.map { Secret($0) },
            idToken: json["id"]?.string.map { Secret($0) }, expiresAt: Timestamp(milliseconds: expires))
    }
}
