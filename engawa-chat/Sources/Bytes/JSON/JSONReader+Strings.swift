extension JSONReader {
    public mutating func string() throws(Stop) -> String {
        skipSpace()
        let start = index
        let (utf8, hasEscapes) = try scanString()
        if hasEscapes {
            index = start + 1
            return try escapedString()
        }
        return try string(utf8)
    }

    /// The bytes as text; they have to be UTF-8.
    ///
    private func string(_ utf8: UnsafeBufferPointer<UInt8>) throws(Stop) -> String {
        guard let text = String(validUTF8: utf8) else { throw stop }
        return text
    }

    /// What `value` makes of a string of just that many bytes, as it stands in the text; where that is not next, or
    /// `value` returns `nil`, nothing is read. `value` must refuse quotes, escapes and controls.
    @inlinable public mutating func plainText<Value>(
        bytes length: Int, _ value: (UnsafeBufferPointer<UInt8>) -> Value?
    ) -> Value? {
        skipSpace()
        let end = index + 1 + length
        guard end < text.count, text[index] == UInt8(ascii: "\""), text[end] == UInt8(ascii: "\""),
            let value = value(UnsafeBufferPointer(rebasing: text[(index + 1)..<end]))
        else { return nil }
        index = end + 1
        return value
    }

    /// What stands between the quotes from here on, not yet checked for being UTF-8.
    private mutating func scanString() throws(Stop) -> (utf8: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw stop }
        let start = index + 1
        index = start
        var hasEscapes = false
        while true {
            index = text.firstIndex(of: JSONSpecials.self, from: index)
            guard index < text.count else { throw stop }
            switch text[index] {
            case UInt8(ascii: "\""):
                index += 1
                return (UnsafeBufferPointer(rebasing: text[start..<(index - 1)]), hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += 2
            default: throw stop
            }
        }
    }

    /// The rest of a string with escapes (RFC 8259 §7), behind its quote.
    private mutating func escapedString() throws(Stop) -> String {
        var utf8: [UInt8] = []
        while true {
            let start = index
            index = text.firstIndex(of: JSONSpecials.self, from: index)
            utf8.append(contentsOf: text[start..<index])
            guard index < text.count else { throw stop }
            index += 1
            switch text[index - 1] {
            case UInt8(ascii: "\""): return try utf8.withUnsafeBufferPointer { (utf8) throws(Stop) in try string(utf8) }
            case UInt8(ascii: "\\"): utf8.append(contentsOf: String(try escape()).utf8)
            default: throw stop
            }
        }
    }

    private mutating func escape() throws(Stop) -> Unicode.Scalar {
        guard index < text.count else { throw stop }
        let byte = text[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            guard UTF16.isLeadSurrogate(unit) else { return try required(Unicode.Scalar(unit)) }
            try expect(literal: "\\u")
            let second = try codeUnit()
            guard UTF16.isTrailSurrogate(second) else { throw stop }
            let bits = UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)
            return try required(Unicode.Scalar(0x1_0000 + bits))
        default: throw stop
        }
    }

    /// Exactly four hexadecimal digits.
    private mutating func codeUnit() throws(Stop) -> UInt16 {
        guard text.count - index >= 4 else { throw stop }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unit << 4 | UInt16(try required(text[index].hexadecimalValue))
            index += 1
        }
        return unit
    }
}
