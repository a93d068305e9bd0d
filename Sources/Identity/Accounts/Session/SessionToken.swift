import Cryptography

/// What the browser holds: 256 random bits that mean nothing by themselves.
///
/// Source: OWASP ASVS 5.0 V7.2.3 (at least 128 bits of entropy, from a CSPRNG).
public struct SessionToken: Sendable, Hashable {
    private static let randomBytes = 32
    private static let idBytes = 16

    /// 64 hexadecimal digits, for the cookie only: never for a log or the database.
    public let cookieValue: String

    public static func random() -> SessionToken {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<randomBytes / 8).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
        return SessionToken(checked: Hexadecimal.encode(bytes))
    }

    /// Fails for whatever `cookieValue` never is.
    public init?(cookieValue: String) {
        guard cookieValue.utf8.count == Self.randomBytes * 2, Hexadecimal.isValid(cookieValue) else { return nil }
        self.init(checked: cookieValue)
    }

    private init(checked cookieValue: String) {
        self.cookieValue = cookieValue
        hash = SHA256.hash(Array(cookieValue.utf8))
    }

    /// What names the session elsewhere: a part of the hash, so that it opens nothing.
    public var sessionID: String { Self.id(ofHash: hash) }

    /// Whether `text` looks like a session's id.
    public static func isID(_ text: String) -> Bool { text.utf8.count == idBytes * 2 && Hexadecimal.isValid(text) }

    static func id(ofHash hash: [UInt8]) -> String { Hexadecimal.encode(Array(hash.prefix(idBytes))) }

    /// What the hash of an id's token begins with; empty, which none does, where it is no id.
    static func hashPrefix(ofID id: String) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(id), bytes.count == idBytes else { return [] }
        return bytes
    }

    /// What the database holds: who reads it can't become anyone.
    let hash: [UInt8]
}
