import Cryptography

/// The random challenge that an authenticator signs once (WebAuthn §13.4.3), with 256 bits.
public struct Challenge: Sendable, Equatable {
    private static let randomBytes = 32

    public let bytes: [UInt8]

    public static func random() -> Challenge { Challenge(bytes: SecureRandom.bytes(randomBytes)) }

    /// A challenge that was stored.
    public init?(stored bytes: [UInt8]) {
        guard bytes.count == Self.randomBytes else { return nil }
        self.init(bytes: bytes)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The challenge in base64url, as the page and the browser's response contain it.
    public var text: String { Base64URL.encode(bytes) }
}
