import Bytes

/// Finds the end of a URL in running text, because cmark extends it to the next white space.
struct AddressScanner {
    enum Step {
        case continues
        /// cmark also ends the URL here.
        case ends
        /// The URL ends here, but cmark needs a separator to see it.
        case cut
    }

    private var openBrackets = 0
    private var openBraces = 0

    /// Whether a URL begins at `index`, and whether cmark recognises it only after white space.
    ///
    /// Ignores URLs in `<…>` or `](…)`, which mark their own end.
    static func start(in text: [UInt8], at index: Int, line: Range<Int>) -> (needsSpace: Bool, Void)? {
        let before = text[line.lowerBound..<index]
        switch text[index] {
        case UInt8(ascii: ":"):
            guard text[index..<line.upperBound].starts(with: "://".utf8) else { return nil }
            let outside = before.dropLast(before.reversed().prefix(while: \.isASCIILetter).count)
            return isDelimited(outside) ? nil : (false, ())
        case UInt8(ascii: "w"), UInt8(ascii: "W"):
            guard text[index..<line.upperBound].prefix(4).elementsEqual("www.".utf8, by: { $0 | 0x20 == $1 | 0x20 }),
                !isDelimited(before)
            else { return nil }
            guard let last = before.last else { return (false, ()) }
            // In Japanese, a URL follows text without a space.
            return last >= 0x80 ? (true, ()) : " \t*_~(".utf8.contains(last) ? (false, ()) : nil
        default: return nil
        }
    }

    private static func isDelimited(_ before: ArraySlice<UInt8>) -> Bool {
        before.last == UInt8(ascii: "<") || before.suffix(2).elementsEqual("](".utf8)
    }

    mutating func step(_ text: [UInt8], _ index: Int) -> Step {
        switch text[index] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "<"): return .ends
        case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "\\"): return .cut
        case UInt8(ascii: "["): openBrackets += 1
        case UInt8(ascii: "{"): openBraces += 1
        case UInt8(ascii: "]"):
            openBrackets -= 1
            return openBrackets < 0 ? .cut : .continues
        case UInt8(ascii: "}"):
            openBraces -= 1
            return openBraces < 0 ? .cut : .continues
        case 0xC2...: return Self.endsAddress(Self.scalar(text, index)) ? .cut : .continues
        default: break
        }
        return .continues
    }

    /// East Asian and typographic punctuation, spaces and invisible characters.
    private static func endsAddress(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0xA0, 0xAB, 0xAD, 0xBB, 0x061C, 0x1680, 0x2000...0x200B, 0x200E...0x206F, 0x3000...0x3004,
            0x3008...0x3020, 0x3030,
            0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFEFF, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40,
            0xFF5B...0xFF65, 0xFFF9...0xFFFF:
            true
        default: false
        }
    }

    /// The scalar that begins at `index`; the text is valid UTF-8.
    private static func scalar(_ text: [UInt8], _ index: Int) -> UInt32 {
        let length = text[index] < 0xE0 ? 2 : text[index] < 0xF0 ? 3 : 4
        var value = UInt32(text[index]) & (0x7F >> UInt32(length))
        for byte in text[index..<min(index + length, text.count)].dropFirst() {
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return value
    }
}
