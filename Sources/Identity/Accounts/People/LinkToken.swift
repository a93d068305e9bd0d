import Cryptography

/// The secret of a one-time link: 256 random bits.
public struct LinkToken: Sendable, Hashable {
    private static let randomBytes = 32

    /// 43 characters of the URL-safe alphabet, for the link only: never log or store it.
    public let revealed: String
    /// The hash that the database stores, so that reading the database gives no link.
    let hash: [UInt8]

    public static func random() -> LinkToken {
        LinkToken(checked: Base64URL.encode(SecureRandom.bytes(randomBytes)))
    }

    /// Fails unless `text` has the form of a token.
    public init?(_ text: String) {
        guard Base64URL.decode(text)?.count == Self.randomBytes else { return nil }
        self.init(checked: text)
    }

    private init(checked text: String) {
        revealed = text
        hash = SHA256.hash(Array(text.utf8))
    }
}
