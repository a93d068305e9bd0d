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
    /// `String(validating:as:)` asks the runtime for types each time; decoding repairs what is not UTF-8, which shows.
    private func string(_ utf8: UnsafeBufferPointer<UInt8>) throws(Stop) -> String {
        var text = String(decoding: utf8, as: UTF8.self)
        guard text.withUTF8({ Self.isSame($0, utf8) }) else { throw stop }
        return text
    }

    @usableFromInline static func isSame(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard left.count == right.count else { return false }
        let words = left.count & ~7
        let (a, b) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        for offset in stride(from: 0, to: words, by: 8) {
            guard
                a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
        }
        for offset in words..<left.count where left[offset] != right[offset] { return false }
        return true
    }

    /// A string that may be one of a few: `value` tells which one it is.
    @inlinable public mutating func word<Value>(_ value: (JSONWord) -> Value) throws(Stop) -> Value {
        if let word = try plainWord() { return value(word) }
        var text = try string()
        return text.withUTF8 { value(JSONWord(utf8: $0)) }
    }

    /// A string of ASCII without escapes, if one is next.
    @usableFromInline mutating func plainWord() throws(Stop) -> JSONWord? {
        skipSpace()
        let start = index
        try expect(UInt8(ascii: "\""))
        skipPlainBytes(orBeyondASCII: false)
        guard index < text.count, text[index] == UInt8(ascii: "\"") else {
            index = start
            return nil
        }
        defer { index += 1 }
        return JSONWord(utf8: UnsafeBufferPointer(rebasing: text[(start + 1)..<index]))
    }

    /// A string of just that many bytes, as it stands in the text, where one is next: a quote has to follow. Whoever
    /// takes it looks at each of its bytes, and finds no quotes, escapes and controls among them.
    @inlinable public mutating func plainText(bytes length: Int) -> UnsafeBufferPointer<UInt8>? {
        skipSpace()
        let end = index + 1 + length
        guard end < text.count, text[index] == UInt8(ascii: "\""), text[end] == UInt8(ascii: "\"") else { return nil }
        return UnsafeBufferPointer(rebasing: text[(index + 1)..<end])
    }

    /// Passes over what `plainText(bytes:)` gave.
    @inlinable public mutating func pass(bytes length: Int) { index += length + 2 }

    /// The bytes from here on, as many as are compared with names.
    @inlinable @inline(__always) func beginning() -> JSONBeginning {
        if text.count - index >= JSONBeginning.length, let start = text.baseAddress {
            return JSONBeginning(UnsafeRawPointer(start + index))
        }
        return JSONBeginning(bytes: text[index...])
    }

    /// What stands between the quotes from here on, not yet checked for being UTF-8.
    private mutating func scanString() throws(Stop) -> (utf8: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw stop }
        let start = index + 1
        index = start
        var hasEscapes = false
        while true {
            skipPlainBytes(orBeyondASCII: true)
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

    /// Passes over what is no quote, backslash or control, sixteen bytes at a time as long as there are so many.
    @inline(__always) private mutating func skipPlainBytes(orBeyondASCII: Bool) {
        while text.count - index >= JSONStretch.length, let start = text.baseAddress {
            let place = JSONStretch.firstSpecial(start + index, orBeyondASCII: !orBeyondASCII)
            index += place
            if place < JSONStretch.length { return }
        }
        while index < text.count, !JSONStretch.isSpecial(text[index]), orBeyondASCII || text[index] < 0x80 {
            index += 1
        }
    }

    /// The rest of a string with escapes (RFC 8259 §7), behind its quote.
    private mutating func escapedString() throws(Stop) -> String {
        var utf8: [UInt8] = []
        while true {
            let start = index
            skipPlainBytes(orBeyondASCII: true)
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
