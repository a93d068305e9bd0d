extension JSONReader {
    /// A whole number that is not negative, of nine digits at most.
    public mutating func count() throws(Stop) -> UInt32 {
        let (digits, isWhole) = try scanNumber()
        guard isWhole, digits.count <= 9 else { throw stop }
        var value: UInt32 = 0
        for byte in digits { value = value * 10 + UInt32(try required(byte.decimalValue)) }
        return value
    }

    /// A number in the range of a double, to which it is rounded (RFC 8259 §6).
    ///
    /// - Parameter isStrict: whether whole numbers beyond 64 bits are refused, which other programs read differently.
    public mutating func number(isStrict: Bool = false) throws(Stop) -> Double {
        let (digits, isWhole) = try scanNumber()
        let text = String(decoding: digits, as: UTF8.self)
        guard !isStrict || !isWhole || Int64(text) != nil else { throw stop }
        let value = try required(Double(text))
        guard value.isFinite else { throw stop }
        return value
    }

    /// The number that is next (RFC 8259 §6), and whether it has neither a fraction nor an exponent.
    mutating func scanNumber() throws(Stop) -> (text: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
        skipSpace()
        let start = index
        _ = skip(oneOf: "-")
        let isZero = skip(oneOf: "0")
        if !isZero { try skipDigits() }
        var isWhole = true
        if skip(oneOf: ".") {
            isWhole = false
            try skipDigits()
        }
        if skip(oneOf: "eE") {
            isWhole = false
            _ = skip(oneOf: "+-")
            try skipDigits()
        }
        return (UnsafeBufferPointer(rebasing: text[start..<index]), isWhole)
    }

    private mutating func skip(oneOf signs: StaticString) -> Bool {
        let signs = UnsafeBufferPointer(start: signs.utf8Start, count: signs.utf8CodeUnitCount)
        guard index < text.count, signs.contains(text[index]) else { return false }
        index += 1
        return true
    }

    private mutating func skipDigits() throws(Stop) {
        let start = index
        while index < text.count, text[index].decimalValue != nil { index += 1 }
        guard index > start else { throw stop }
    }
}
