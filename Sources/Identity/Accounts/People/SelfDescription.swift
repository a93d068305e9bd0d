internal import Bytes
public import Chat

/// What a person tells everybody about themselves.
public struct SelfDescription: Sendable, Hashable {
    public var introduction: Introduction?
    public var status: StatusText?

    public init(introduction: Introduction? = nil, status: StatusText? = nil) {
        self.introduction = introduction
        self.status = status
    }
}

/// Who a person is, in their own words: 1 to 500 characters (Unicode scalars), with line feeds as its only line ends, and
/// without white space at its ends.
public struct Introduction: Sendable, Hashable, CustomStringConvertible {
    public static let maximumCharacters = 500

    public let description: String

    public init?(_ text: String) {
        // The same rules as those of a group's description.
        guard let text = GroupDescription(text)?.description, !text.isEmpty,
            text.unicodeScalars.count <= Self.maximumCharacters
        else { return nil }
        description = text
    }
}

/// What a person is doing, or where they are: 1 to 100 characters on one line, until a moment.
public struct StatusText: Sendable, Hashable {
    public static let maximumCharacters = DisplayName.maximumCharacters

    public let text: String
    /// When it ends; `nil` for never.
    public let until: Timestamp?

    /// Fails for a text that is blank or too long.
    public init?(_ text: String, until: Timestamp? = nil) {
        // The same rules as those of a name.
        guard let line = DisplayName(text) else { return nil }
        self.text = line.description
        self.until = until
    }
}
