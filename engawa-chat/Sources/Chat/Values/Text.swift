import Bytes

/// The text of a message to be sent: not blank, at most 10,000 characters (Unicode scalars), with line feeds as its
/// only line ends.
public struct MessageText: Hashable, Sendable, CustomStringConvertible {
    public static let maximumCharacters = 10_000

    public enum Fault: Error, Sendable, Equatable {
        case blank
        /// With the number of characters.
        case tooLong(characters: Int)
    }

    public let description: String

    /// The text of a message that has files and nothing else.
    public static let none = MessageText(of: "")

    private init(of text: String) { description = text }

    /// A text that may be blank, as beside files: a blank one becomes `none`.
    public init(besideFiles text: String) throws(Fault) {
        do {
            try self.init(text)
        } catch .blank {
            self = .none
        }
    }

    public init(_ text: String) throws(Fault) {
        let lines = text.normalizingLineEnds
        guard !lines.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw .blank }
        let characters = lines.unicodeScalars.count
        guard characters <= Self.maximumCharacters else { throw .tooLong(characters: characters) }
        description = lines
    }
}

/// The name of a person or a group: not blank, at most 100 characters (Unicode scalars), without line ends and without
/// white space at the ends.
public struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    public static let maximumCharacters = 100

    public let description: String

    public init?(_ text: some StringProtocol) {
        let trimmed = text.trimmingWhitespace
        guard !trimmed.isEmpty, trimmed.count <= Self.maximumCharacters,
            !trimmed.contains(where: { $0 == "\0" || Character($0).isNewline })
        else { return nil }
        description = String(trimmed)
    }
}

/// A reaction's emoji: 1–64 bytes of UTF-8 without white space or control characters.
///
/// What counts as an emoji changes with each version of Unicode, so only the shape is checked.
///
/// Equality compares UTF-8 bytes, as backends do: composed and decomposed `é` are different.
public struct Emoji: Hashable, Sendable, CustomStringConvertible {
    public static let maximumBytes = 64

    public let description: String

    public static func == (left: Self, right: Self) -> Bool { left.description.isUTF8Equal(to: right.description) }

    public func hash(into hasher: inout Hasher) { hasher.combine(Array(description.utf8)) }

    public init?(_ text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes,
            !text.unicodeScalars.contains(where: {
                $0.properties.isWhitespace || $0.properties.generalCategory == .control
            })
        else { return nil }
        description = String(text)
    }
}

extension StringProtocol {
    /// The scalars without white space at both ends. A space with a combining mark is a single Character that counts as
    /// white space.
    var trimmingWhitespace: Substring.UnicodeScalarView {
        var trimmed = String(self).unicodeScalars.drop(while: \.properties.isWhitespace)
        while trimmed.last?.properties.isWhitespace == true { trimmed.removeLast() }
        return trimmed
    }
}

extension String {
    /// The string with each CR LF pair and each single CR replaced by a line feed.
    var normalizingLineEnds: String {
        guard utf8.contains(UInt8(ascii: "\r")) else { return self }
        var lines = String.UnicodeScalarView()
        var followsReturn = false
        for scalar in unicodeScalars {
            if scalar != "\n" || !followsReturn { lines.append(scalar == "\r" ? "\n" : scalar) }
            followsReturn = scalar == "\r"
        }
        return String(lines)
    }
}
