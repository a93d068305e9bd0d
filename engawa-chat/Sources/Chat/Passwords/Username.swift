import Bytes

/// A name for signing in with a password: 1–64 characters (Unicode scalars) without white space and control characters.
///
/// The authority may have further rules.
public struct Username: Hashable, Sendable, CustomStringConvertible {
    public static let maximumCharacters = 64

    public let description: String

    /// Trims white space.
    public init?(_ text: some StringProtocol) {
        let scalars = text.trimmingWhitespace
        guard !scalars.isEmpty, scalars.count <= Self.maximumCharacters,
            scalars.allSatisfy({ !$0.properties.isWhitespace && $0.properties.generalCategory != .control })
        else { return nil }
        description = String(scalars)
    }

    /// The alias of the same person in the chat: the name in lower case; `nil` if that is not a valid alias.
    public var alias: Alias? { Alias(description.asciiLowercased) }
}
