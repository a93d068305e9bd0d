public import Chat
public import Cryptography
public import JOSE

/// The key by which Apple knows us, and the secrets made with it: tokens signed with ES256.
public struct AppleClientSecret: Sendable {
    /// The longest that Apple takes: six months.
    public static let maximumLifetime = Duration.seconds(15_777_000)
    /// Long enough for one request and two clocks.
    public static let standardLifetime = Duration.seconds(300)
    private static let audience: JSON = "https://appleid.apple.com"

    private let teamID: String
    private let key: SigningKey

    /// - Parameters:
    ///   - teamID: the ten characters of the developer team.
    ///   - keyID: the ten characters of the key.
    ///   - pem: the key as Apple gives it out (`AuthKey_….p8`).
    /// - Throws: `JOSEError.invalidKey` for a key that isn't on P-256.
    public init(teamID: String, keyID: String, pem: String) throws(JOSEError) {
        self.teamID = teamID
        key = try SigningKey(pem: pem, keyID: keyID, algorithm: .es256)
    }

    /// A secret for `clientID`, good from `now`.
    ///
    /// - Parameter lifetime: at most six months; longer is cut.
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
