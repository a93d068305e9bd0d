import Chat

/// Limits of the API beyond those of the types of `Chat`, as in `openapi.yaml`.
enum WireLimits {
    /// The number of messages on a page without `limit`.
    static let defaultPage = 50

    /// The maximum length of a picture's URL, in characters (Unicode scalars).
    static let avatarURLCharacters = 2_048

    /// The maximum length of a reaction, in Unicode scalars: as many as always fit into `Emoji.maximumBytes`, so that a
    /// JSON schema can express it. The longest emoji of Unicode 17 has ten.
    static let emojiCharacters = Emoji.maximumBytes / 4

    /// The longest name of a file that is read; `FileName` makes a shorter one of it.
    static let fileNameCharacters = 1_000

    /// The largest number that JSON numbers hold exactly (RFC 8259 §6).
    static let maximumInteger = 1 << 53
}
