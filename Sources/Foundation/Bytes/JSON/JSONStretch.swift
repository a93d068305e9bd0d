/// Sixteen bytes of a string, looked at at once for those that have to be escaped: quotes, backslashes and controls.
///
/// Comparing vectors with `.==` becomes a comparison for each byte; arithmetic on them does not.
enum JSONStretch {
    static var length: Int { 16 }

    /// Where the first special byte is; `length` where there is none.
    @inline(__always) static func firstSpecial(_ start: UnsafePointer<UInt8>, orBeyondASCII: Bool = false) -> Int {
        let bytes = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
        let controls = (bytes &- SIMD16(repeating: 0x20)) & ~bytes
        let signs = zeros(bytes ^ SIMD16(repeating: 0x22)) | zeros(bytes ^ SIMD16(repeating: 0x5C))
        let tops = (controls | signs | (orBeyondASCII ? bytes : SIMD16())) & SIMD16(repeating: 0x80)
        let words = unsafeBitCast(tops, to: SIMD2<UInt64>.self)
        if words.x != 0 { return words.x.trailingZeroBitCount / 8 }
        return length / 2 + words.y.trailingZeroBitCount / 8
    }

    /// The top bit of each byte that is 0, and of no other.
    @inline(__always) private static func zeros(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        (bytes &- SIMD16(repeating: 1)) & ~bytes
    }

    @inline(__always) static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
