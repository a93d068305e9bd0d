import Cryptography

/// The session token in the browser's cookie: 256 random bits.
///
/// Source: OWASP ASVS 5.0 V7.2.3 (at least 128 bits of entropy, from a CSPRNG).
public struct SessionToken: Sendable, Hashable {
    private static let randomBytes = 32
    private static let idBytes = 16

    /// 64 hexadecimal digits, for the cookie only: never log or store it.
    public let cookieValue: String

    public static func random() -> SessionToken {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<randomBytes / 8).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
        return SessionToken(checked: Hexadecimal.encode(bytes))
    }

    /// Fails unless `cookieValue` has the form of a token.
    public init?(cookieValue: String) {
        guard cookieValue.utf8.count == Self.randomBytes * 2, Hexadecimal.isValid(cookieValue) else { return nil }
        self.init(checked: cookieValue)
    }

    private init(checked cookieValue: String) {
        self.cookieValue = cookieValue
        hash = SHA256.hash(Array(cookieValue.utf8))
    }

    /// The session's id: a part of the hash, so not a secret.
    public var sessionID: String { Self.id(ofHash: hash) }

    /// Whether `text` has the form of a session id.
    public static func isID(_ text: String) -> Bool { text.utf8.count == idBytes * 2 && Hexadecimal.isValid(text) }

    static func id(ofHash hash: [UInt8]) -> String { Hexadecimal.encode(Array(hash.prefix(idBytes))) }

    /// The beginning of the token's hash for an id; empty, which matches no hash, if `id` is invalid.
    static func hashPrefix(ofID id: String) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(id), bytes.count == idBytes else { return [] }
        return bytes
    }

    /// The hash that the database stores, so that reading the database gives no access to sessions.
    let hash: [UInt8]
}
