/// What a person types to prove who they are: not empty, at most 128 characters (Unicode scalars).
///
/// Every character counts, white space too (NIST SP 800-63B §5.1.1.2). Printing it, or what holds it, shows nothing.
public struct Password: Hashable, Sendable {
    public static let maximumCharacters = 128

    /// The text itself, for the one who checks it and never for a log.
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
