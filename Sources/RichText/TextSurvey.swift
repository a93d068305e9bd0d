/// A text's bytes with line feeds as the only line ends, and whether cmark has anything to find in them.
struct TextSurvey {
    private(set) var bytes: [UInt8]
    /// Whether Markdown could mean something here.
    private(set) var isMarkdown = false
    private var signs = 0
    private var ats = 0

    /// Whether cmark should read it: it has something to find, and the text is within the limits.
    var isWorthParsing: Bool {
        isMarkdown && bytes.count <= RichText.maximumBytes && signs <= RichText.maximumSigns
            && ats <= RichText.maximumAts
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.indices.contains(where: { Self.isOdd(bytes, at: $0) }) { bytes = Self.normalized(text) }
        survey()
    }

    private mutating func survey() {
        var isLineStart = true
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\n"): isLineStart = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"): break
            default:
                if isLineStart, startsBlock(at: index) { isMarkdown = true }
                isLineStart = false
                if Self.isSign[Int(byte)] { count(byte, at: index) }
            }
        }
    }

    private mutating func count(_ byte: UInt8, at index: Int) {
        signs += 1
        switch byte {
        case UInt8(ascii: "@"):
            ats += 1
            isMarkdown = true
        case UInt8(ascii: ":"): if bytes[index...].starts(with: "://".utf8) { isMarkdown = true }
        case UInt8(ascii: "."):
            if bytes[..<index].suffix(3).elementsEqual("www".utf8, by: { $0 | 0x20 == $1 }) { isMarkdown = true }
        case UInt8(ascii: "~"): if index > 0, bytes[index - 1] == byte { isMarkdown = true }
        case UInt8(ascii: ">"), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: "&"): break
        default: isMarkdown = true
        }
    }

    /// Whether what stands at the start of a line may open a heading, a quote or a list.
    private func startsBlock(at index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "#"), UInt8(ascii: ">"): true
        default: ListMarker(bytes, at: index) != nil
        }
    }

    private static let isSign: [Bool] = (0..<256).map { "*_`[<\\@:.~>](&".utf8.contains(UInt8($0)) }

    /// A control character other than tab and line feed, or the first byte of one of Unicode's newlines.
    private static func isOdd(_ bytes: [UInt8], at index: Int) -> Bool {
        switch bytes[index] {
        case 0x09, 0x0A: false
        case ..<0x20: true
        case 0xC2: bytes[index + 1] == 0x85
        case 0xE2: bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
        default: false
        }
    }

    /// Every newline becomes a line feed, and U+FFFD stands for what HTML can't hold.
    private static func normalized(_ text: String) -> [UInt8] {
        var result = ""
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": if !wasReturn { result.append("\n") }
            case "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\t": result.append("\t")
            case ..<" ": result.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        return Array(result.utf8)
    }
}
