/// A secret text such as a token, a client secret or a password. Its description, and that of any value that contains
/// it, shows nothing.
public struct Secret: Sendable, Hashable {
    /// The text itself. Never log it.
    public let revealed: String

    public init(_ text: String) { revealed = text }

    /// `count` random bytes in base64url.
    public static func random(bytes count: Int) -> Secret { Secret(Base64URL.encode(SecureRandom.bytes(count))) }

    /// Compares in constant time.
    public static func == (left: Self, right: Self) -> Bool { ConstantTime.areEqual(left.revealed, right.revealed) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
