extension RichText {
    /// Longer texts are not parsed.
    static let maximumBytes = 100_000

    /// How many bytes may have a meaning in Markdown; cmark's time grows with their square in the worst case.
    static let maximumSigns = 5_000

    /// How many `@` there may be: the search for addresses is the slowest part of all.
    static let maximumAts = 500

    /// How deep quotes, lists and emphasis may nest.
    static let maximumDepth = 32

    /// How much of a text is read for its excerpt, as a multiple of the characters that are shown.
    static let excerptFactor = 8

    /// How many emoji a message may have to be shown large.
    static let emojiCounts = 1...8

    /// The longest emoji: a family of four with skin tones has eleven scalars.
    static let maximumEmojiScalars = 16
}
