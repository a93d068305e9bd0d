import Bytes

/// Normalizes a text's line ends and finds out whether it contains Markdown.
struct TextSurvey {
    /// The normalized text, if it differs from the original.
    private(set) var normalized: String?
    private var bytes = 0
    /// Whether the text may contain Markdown.
    private(set) var isMarkdown = false
    /// Whether the text has more than one line.
    private(set) var hasLines = false
    /// Whether HTML requires some character to be escaped.
    private var hasSpecials = false
    /// Whether the last line has anything but spaces.
    private var hasWords = false
    /// Whether the text may contain a mention.
    var hasAts: Bool { ats > 0 }
    private var signs = 0
    private var ats = 0

    /// Whether the text can be written into a paragraph unchanged.
    var isPlainLine: Bool { hasWords && !isMarkdown && !hasLines && !hasSpecials && normalized == nil }

    /// Whether cmark should parse the text: it may contain Markdown and is within the limits.
    var isWorthParsing: Bool {
        isMarkdown && bytes <= RichText.maximumBytes && signs <= RichText.maximumSigns
            && ats <= RichText.maximumAts
    }

    init(_ text: String) {
        self = text.withBytes { TextSurvey($0) } ?? TextSurvey(normalizing: text)
    }

    /// Surveys UTF-8 text; `nil` if the text must be normalized.
    init?(_ utf8: UnsafeBufferPointer<UInt8>) { guard survey(utf8) else { return nil } }

    /// Surveys a text that must be normalized.
    init(normalizing text: String) {
        let normalized = Self.normalized(text)
        normalized.withBytes { _ = survey($0) }
        self.normalized = normalized
    }

    /// - Returns: whether all line ends are line feeds and HTML allows all characters.
    private mutating func survey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        self.bytes = bytes.count
        var isLineStart = true
        var next = 0
        while next < bytes.count {
            // Fast path for most bytes: letters, and characters beyond ASCII.
            if !isLineStart { next = bytes.firstIndex(of: NoteworthyBytes.self, from: next) }
            guard next < bytes.count else { break }
            let index = next
            let byte = bytes[index]
            next += 1
            switch byte {
            case UInt8(ascii: "\n"):
                isLineStart = true
                hasLines = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"): break
            case ..<0x20: return false
            case 0xC2 where bytes[index + 1] == 0x85: return false
            case 0xE2 where bytes[index + 1] == 0x80 && bytes[index + 2] | 1 == 0xA9: return false
            default:
                if isLineStart, startsBlock(bytes, at: index) { isMarkdown = true }
                isLineStart = false
                take(byte, bytes, at: index)
            }
        }
        hasWords = !isLineStart
        return true
    }

    private mutating func take(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "\\"):
            isMarkdown = true
        case UInt8(ascii: "<"):
            hasSpecials = true
            if index + 1 < bytes.count, Self.opensTag(bytes[index + 1]) { isMarkdown = true }
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            hasSpecials = true
            return
        case UInt8(ascii: "@"):
            ats += 1
            isMarkdown = true
        case UInt8(ascii: ":"):
            let slash = UInt8(ascii: "/")
            if index + 2 < bytes.count, bytes[index + 1] == slash, bytes[index + 2] == slash { isMarkdown = true }
        case UInt8(ascii: "."):
            if index > 2, bytes[(index - 3)..<index].allSatisfy({ $0 | 0x20 == UInt8(ascii: "w") }) {
                isMarkdown = true
            }
        case UInt8(ascii: "~"): if index > 0, bytes[index - 1] == byte { isMarkdown = true }
        case UInt8(ascii: ">"), UInt8(ascii: "&"): hasSpecials = true
        case UInt8(ascii: "]"), UInt8(ascii: "("): break
        default: return
        }
        signs += 1
    }

    /// Whether `<` before this byte may open a tag (CommonMark 0.29 §6.7, §6.8): "x < y" is text.
    private static func opensTag(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(byte)
    }

    /// Whether the start of this line may open a heading, a quote or a list.
    private func startsBlock(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "#"), UInt8(ascii: ">"): true
        case 0x2A...0x39: ListMarker(bytes, at: index) != nil
        default: false
        }
    }

    /// Replaces each newline by a line feed, and each character that HTML forbids by U+FFFD.
    private static func normalized(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": if !wasReturn { result.append("\n") }
            case "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\t": result.append("\t")
            case ..<" ": result.append("\u{FFFD}")
            default: result.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        return String(result)
    }
}

/// The bytes that may have a meaning inside a line: control characters, bytes that `TextSurvey.take` handles, and C2 and
/// E2, which begin Unicode's newlines.
private enum NoteworthyBytes: ByteClass {
    static func contains(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return byte & ~0x20 == 0xC2 }
        let bits: UInt64 = byte < 64 ? 0x5400_45C4_FFFF_FFFF : 0x4000_0001_B800_0001
        return bits & 1 << UInt64(byte & 63) != 0
    }

    /// All but the most frequent ones: letters, digits, spaces, and bytes beyond ASCII that do not begin a newline.
    static func candidates(in bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        typealias Bytes = SIMD16<UInt8>
        /// Sets the top bit of each byte from `first` to `last`; for bytes below 0x80.
        @inline(__always) func within(_ first: UInt8, _ last: UInt8, _ bytes: Bytes) -> Bytes {
            (bytes &+ Bytes(repeating: 0x80 - first)) & ~(bytes &+ Bytes(repeating: 0x7F - last))
        }
        let letters = within(0x61, 0x7A, bytes | Bytes(repeating: 0x20))
        let digits = within(0x30, 0x39, bytes)
        let newlines = (bytes & Bytes(repeating: ~0x20)).equal(to: 0xC2)
        let frequent = ((letters | digits | bytes.equal(to: 0x20)) & ~bytes) | (bytes & ~newlines)
        return ~frequent
    }
}
