/// Collects a document's bytes, escaping text as it comes.
public struct HTMLWriter: ~Copyable {
    public private(set) var bytes: [UInt8]

    /// - Parameter capacity: how many bytes to expect.
    public init(capacity: Int = 32 << 10) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Writes what is known when the program is written: tag and attribute names.
    mutating func write(literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes as it is. Only for `RawHTML` and finished fragments.
    mutating func write(raw: [UInt8]) { bytes.append(contentsOf: raw) }

    /// Writes `text` with `& < > " '` escaped, and U+FFFD for the control characters that HTML can't hold
    /// (WHATWG HTML §13.2.3.5: NUL and most of C0).
    mutating func write(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                guard let replacement = Self.replacement(of: utf8[index]) else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                write(literal: replacement)
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    private static func replacement(of byte: UInt8) -> StaticString? {
        guard byte <= UInt8(ascii: ">") else { return nil }
        return switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case 0...8, 0x0B, 0x0C, 0x0E...0x1F: "\u{FFFD}"
        default: nil
        }
    }
}
