/// The name that somebody types with a password: 1–64 characters (Unicode scalars) without white space and controls.
///
/// Which of them can be names is for the authority to say.
public struct Username: Hashable, Sendable, CustomStringConvertible {
    public static let maximumCharacters = 64

    public let description: String

    /// White space around it is cut off.
    public init?(_ text: some StringProtocol) {
        var scalars = String(text).unicodeScalars.drop(while: \.properties.isWhitespace)
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        guard !scalars.isEmpty, scalars.count <= Self.maximumCharacters,
            scalars.allSatisfy({ !$0.properties.isWhitespace && $0.properties.generalCategory != .control })
        else { return nil }
        description = String(scalars)
    }

    /// By which the chat knows the same person: in lower case, where that is an alias.
    public var alias: Alias? { Alias(description.asciiLowercased) }
}
