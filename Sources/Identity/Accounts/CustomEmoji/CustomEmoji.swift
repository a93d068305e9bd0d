public import Chat

/// The name of an emoji of the place, which is written between colons, `:name:`: 2–32 of a–z, 0–9 and `_`, among them a letter.
public struct EmojiName: Hashable, Sendable, CustomStringConvertible {
    public static let lengths = 2...32

    public let description: String

    public init?(_ text: some StringProtocol) {
        let isMade = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isMade, Self.lengths.contains(text.utf8.count),
            text.utf8.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return nil }
        description = String(text)
    }

    /// As it is written in a text, and as a reaction.
    public var code: String { ":\(description):" }
}

/// A picture that is used as an emoji.
public struct CustomEmoji: Hashable, Sendable {
    /// How many a place has.
    public static let maximum = 200
    /// Of a picture, in bytes.
    public static let maximumBytes = 64 << 10

    public let name: EmojiName
    public let picture: PictureID

    public init(name: EmojiName, picture: PictureID) {
        self.name = name
        self.picture = picture
    }
}
