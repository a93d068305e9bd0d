import Cryptography

/// What an authenticator signs once (WebAuthn §13.4.3): 256 random bits.
public struct Challenge: Sendable, Equatable {
    private static let randomBytes = 32

    public let bytes: [UInt8]

    public static func random() -> Challenge { Challenge(bytes: SecureRandom.bytes(randomBytes)) }

    /// One that was kept.
    public init?(kept bytes: [UInt8]) {
        guard bytes.count == Self.randomBytes else { return nil }
        self.init(bytes: bytes)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// As it stands in what the page gets and in what the browser reports.
    public var text: String { Base64URL.encode(bytes) }
}
