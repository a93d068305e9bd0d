import Bytes
public import Chat
public import Cryptography
public import JOSE

/// Creates client secrets for Apple: tokens signed with ES256 by a key registered there.
public struct AppleClientSecret: Sendable {
    /// The maximum that Apple accepts: six months.
    public static let maximumLifetime = Duration.seconds(15_777_000)
    /// Enough for one request and for clock differences.
    public static let standardLifetime = Duration.seconds(300)
    private static let audience: JSON = "https://appleid.apple.com"

    private let teamID: String
    private let key: SigningKey

    /// - Parameters:
    ///   - teamID: the ten characters of the developer team.
    ///   - keyID: the ten characters of the key.
    ///   - pem: the key file from Apple (`AuthKey_….p8`).
    /// - Throws: `JOSEError.invalidKey` for a key that is not on P-256.
    public init(teamID: String, keyID: String, pem: String) throws(JOSEError) {
        self.teamID = teamID
        key = try SigningKey(pem: pem, keyID: keyID, algorithm: .es256)
    }

    /// A secret for `clientID`, valid from `now`.
    ///
    /// - Parameter lifetime: limited to six months.
    public func secret(
        for clientID: String, now: Timestamp, lifetime: Duration = AppleClientSecret.standardLifetime
    ) throws(JOSEError) -> Secret {
        let end = now.adding(min(lifetime, Self.maximumLifetime))
        return Secret(
            try key.sign([
                "iss": .string(teamID), "sub": .string(clientID), "aud": Self.audience,
                "iat": .number(now.numericDate), "exp": .number(end.numericDate),
            ]))
    }
}
