extension RichText {
    /// Whether a text consists of one to eight emoji, and spaces.
    public static func isEmojiOnly(_ text: String) -> Bool {
        // Fast path for ASCII letters: comparing a byte is cheaper than decoding a scalar.
        if let first = text.utf8.first, (0x41...0x7A).contains(first) { return false }
        guard let first = text.unicodeScalars.first, mayBegin(first), text.utf8.count <= maximumEmojiBytes else {
            return false
        }
        var count = 0
        for character in text where !isSpace(character) {
            count += 1
            guard count <= emojiCounts.upperBound, isEmoji(character) else { return false }
        }
        return emojiCounts.contains(count)
    }

    /// Whether a text is one emoji and nothing else.
    public static func isSingleEmoji(_ text: String) -> Bool { text.count == 1 && isEmojiOnly(text) }

    /// Longer texts can't be eight emoji with spaces.
    private static let maximumEmojiBytes = emojiCounts.upperBound * (maximumEmojiScalars * 4 + 16)

    /// Rules out letters without a look-up of Unicode properties, as most texts begin with one.
    private static func mayBegin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FF, 0x3400...0x1EFFF: false
        default: scalar.properties.isEmoji || isSpace(Character(scalar))
        }
    }

    private static func isSpace(_ character: Character) -> Bool { " \u{3000}\u{A0}".contains(character) }

    /// Whether a grapheme cluster is displayed as an emoji (UTS #51 §1.4): flags, keycaps, sequences; `©` and digits
    /// are text.
    private static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji, scalars.count <= maximumEmojiScalars,
            scalars.dropFirst().allSatisfy({ isPartOfEmoji($0) })
        else { return false }
        // A digit, `#` or `*` is an emoji only with the combining keycap.
        if first.isASCII { return scalars.contains(keycap) }
        if isRegionalIndicator(first) { return scalars.count == 2 && scalars.allSatisfy(isRegionalIndicator) }
        return first.properties.isEmojiPresentation || scalars.dropFirst().contains(emojiPresentation)
            || scalars.dropFirst().contains { $0.properties.isEmojiModifier }
    }

    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// Joiners, variation selectors, skin tones, tags, and the emoji that they join.
    private static func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200D}" || scalar == emojiPresentation || scalar == keycap
            || (0xE0020...0xE007F).contains(scalar.value) || scalar.properties.isEmoji && !scalar.isASCII
    }
}
