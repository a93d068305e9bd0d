/// A password: not empty, at most 128 characters (Unicode scalars).
///
/// Every character counts, including white space (NIST SP 800-63B §5.1.1.2). The description, and that of any value
/// that contains it, shows nothing.
public struct Password: Hashable, Sendable {
    public static let maximumCharacters = 128

    /// The text itself, for verifying it. Never log it.
    public let revealed: String

    public init?(_ text: String) {
        guard !text.isEmpty, text.unicodeScalars.count <= Self.maximumCharacters else { return nil }
        revealed = text
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(password)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
