/// A text that must not be shown: a token, a client secret, a password. Printing it, or what holds it, shows nothing.
public struct Secret: Sendable, Hashable {
    /// The text itself, for the one who needs it and never for a log.
    public let revealed: String

    public init(_ text: String) { revealed = text }

    /// As many random bytes, in base64url.
    public static func random(bytes count: Int) -> Secret { Secret(Base64URL.encode(SecureRandom.bytes(count))) }

    /// Takes as long wherever the two differ.
    public static func == (left: Self, right: Self) -> Bool { ConstantTime.areEqual(left.revealed, right.revealed) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
