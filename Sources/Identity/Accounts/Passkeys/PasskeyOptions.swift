import Bytes
import Cryptography
public import Chat
public import WebAuthn

/// The options for `navigator.credentials`, as JSON for the page's script (WebAuthn Level 3 §5.1.9, §5.1.10).
public struct PasskeyOptions: Sendable {
    /// How long the browser waits for the person, in milliseconds.
    private static let patience = 300_000

    public let text: String

    /// For registration.
    ///
    /// - Parameters:
    ///   - alias: the account name that authenticators show.
    ///   - known: existing passkeys, to exclude their authenticators.
    public init(
        creating challenge: Challenge, for user: UserID, alias: String, name: String, known: [Passkey],
        at site: RelyingPartyID, siteName: String
    ) {
        self.init([
            "challenge": .string(challenge.text), "timeout": .number(Double(Self.patience)), "attestation": "none",
            "rp": ["id": .string(site.description), "name": .string(siteName)],
            "user": [
                "id": .string(Base64URL.encode(Passkey.handle(of: user))), "name": .string(alias),
                "displayName": .string(name),
            ],
            "pubKeyCredParams": .array(
                CredentialAlgorithm.allCases.map { ["type": "public-key", "alg": .number(Double($0.rawValue))] }),
            "excludeCredentials": Self.list(known),
            "authenticatorSelection": ["residentKey": "preferred", "userVerification": "preferred"],
        ])
    }

    /// For authentication.
    ///
    /// - Parameter allowed: the person's passkeys; `nil` for anyone, whom the authenticator must then verify.
    public init(asking challenge: Challenge, allowed: [Passkey]?, at site: RelyingPartyID) {
        self.init([
            "challenge": .string(challenge.text), "timeout": .number(Double(Self.patience)),
            "rpId": .string(site.description), "userVerification": allowed == nil ? "required" : "preferred",
            "allowCredentials": Self.list(allowed ?? []),
        ])
    }

    private init(_ members: [String: JSON]) {
        text = String(decoding: JSON.object(members).bytes, as: UTF8.self)
    }

    private static func list(_ passkeys: [Passkey]) -> JSON {
        .array(passkeys.map { ["type": "public-key", "id": .string(Base64URL.encode($0.credential.id))] })
    }
}
