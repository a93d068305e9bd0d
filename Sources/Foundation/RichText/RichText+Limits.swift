extension RichText {
    /// The maximum length of a text that is parsed.
    static let maximumBytes = 100_000

    /// The maximum number of bytes with a meaning in Markdown; in the worst case, cmark's time grows with their square.
    static let maximumSigns = 5_000

    /// The maximum number of `@`: searching e-mail addresses is the slowest part.
    static let maximumAts = 500

    /// The maximum nesting depth of quotes, lists and emphasis.
    static let maximumDepth = 32

    /// The length of the text that is read for an excerpt, as a multiple of the excerpt's length.
    static let excerptFactor = 8

    /// The numbers of emoji at which a message is shown large.
    static let emojiCounts = 1...8

    /// The maximum number of scalars of an emoji; a family of four with skin tones has eleven.
    static let maximumEmojiScalars = 16
}
