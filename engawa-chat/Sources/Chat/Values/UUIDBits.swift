/// The 128 bits of a UUID (RFC 9562 §4), most significant first, so that they sort as their text does.
@usableFromInline struct UUIDBits: Hashable, Comparable, Sendable {
    @usableFromInline let high: UInt64
    @usableFromInline let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads `550e8400-e29b-41d4-a716-446655440001`, in either case.
    @usableFromInline init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.count == Self.length, let start = utf8.baseAddress,
            utf8[8] == Self.hyphen, utf8[13] == Self.hyphen, utf8[18] == Self.hyphen, utf8[23] == Self.hyphen
        else { return nil }
        let text = UnsafeRawPointer(start)
        func half(_ offset: Int) -> UInt64 { UInt64(text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        let ends = SIMD2(
            text.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
            text.loadUnaligned(fromByteOffset: 28, as: UInt64.self))
        let middle = SIMD2(half(9) | half(14) << 32, half(19) | half(24) << 32)
        guard let ends = Self.bits(ends), let middle = Self.bits(middle) else { return nil }
        self.init(high: ends.x << 32 | middle.x, low: middle.y << 32 | ends.y)
    }

    /// Version 4, RFC 9562 §5.4.
    static func random() -> Self {
        Self(
            high: .random(in: .min ... .max) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: .random(in: .min ... .max) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Writes its text, `length` bytes.
    @usableFromInline func write(to text: UnsafeMutableRawPointer) {
        func half(_ digits: UInt64, _ offset: Int) {
            text.storeBytes(of: UInt32(truncatingIfNeeded: digits), toByteOffset: offset, as: UInt32.self)
        }
        let ends = Self.digits(high >> 32, low & 0xFFFF_FFFF)
        let middle = Self.digits(high & 0xFFFF_FFFF, low >> 32)
        text.storeBytes(of: ends.x, as: UInt64.self)
        half(middle.x, 9)
        half(middle.x >> 32, 14)
        half(middle.y, 19)
        half(middle.y >> 32, 24)
        text.storeBytes(of: ends.y, toByteOffset: 28, as: UInt64.self)
        for hyphen in 0..<4 { text.storeBytes(of: Self.hyphen, toByteOffset: 8 + 5 * hyphen, as: UInt8.self) }
    }

    /// The eight hexadecimal digits of 32 bits, for two numbers at once, the first digit in the lowest byte.
    ///
    /// Assumes a little-endian machine, as all of Swift's platforms are.
    @inline(__always) private static func digits(_ first: UInt64, _ second: UInt64) -> SIMD2<UInt64> {
        typealias Words = SIMD2<UInt64>
        func turned(_ word: UInt64) -> UInt64 { UInt64(UInt32(truncatingIfNeeded: word).byteSwapped) }
        var nibbles = Words(turned(first), turned(second))
        nibbles = (nibbles | nibbles &<< 16) & Words(repeating: 0x0000_FFFF_0000_FFFF)
        nibbles = (nibbles | nibbles &<< 8) & Words(repeating: 0x00FF_00FF_00FF_00FF)
        nibbles = (nibbles &>> 4 | nibbles &<< 8) & Words(repeating: 0x0F0F_0F0F_0F0F_0F0F)
        let carries = (nibbles &+ Words(repeating: 0x0606_0606_0606_0606)) &>> 4
        let isLetter = carries & Words(repeating: 0x0101_0101_0101_0101)
        // The distance from `9` to `a` is 39: 32 + 8 - 1.
        return nibbles &+ Words(repeating: 0x3030_3030_3030_3030)
            &+ (isLetter &<< 5) &+ (isLetter &<< 3) &- isLetter
    }

    /// The numbers that two times eight digits stand for, the first digit in the lowest byte, in either case; the
    /// inverse of `digits`.
    @inline(__always) private static func bits(_ text: SIMD2<UInt64>) -> SIMD2<UInt64>? {
        typealias Words = SIMD2<UInt64>
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = Words(repeating: ones << 7)
        /// Sets the top bit of each byte from `first` to `last`. All bytes are below 0x80, so nothing carries over.
        @inline(__always) func within(_ first: UInt64, _ last: UInt64, _ text: Words) -> Words {
            (text &+ Words(repeating: ones &* (0x80 - first))) & ~(text &+ Words(repeating: ones &* (0x7F - last)))
        }
        let isDigit = within(0x30, 0x39, text)
        let isLetter = within(0x61, 0x66, text | Words(repeating: ones << 5)) & tops
        let isWrong = (text | ~(isDigit | isLetter)) & tops
        guard isWrong.x | isWrong.y == 0 else { return nil }
        // A letter's value is nine more than its lowest four bits.
        var nibbles = (text & Words(repeating: ones &* 0x0F)) &+ (isLetter &>> 7) &+ (isLetter &>> 4)
        nibbles = (nibbles &<< 4 | nibbles &>> 8) & Words(repeating: 0x00FF_00FF_00FF_00FF)
        nibbles = (nibbles | nibbles &>> 8) & Words(repeating: 0x0000_FFFF_0000_FFFF)
        nibbles |= nibbles &>> 16
        func turned(_ word: UInt64) -> UInt64 { UInt64(UInt32(truncatingIfNeeded: word).byteSwapped) }
        return Words(turned(nibbles.x), turned(nibbles.y))
    }

    @usableFromInline static var length: Int { 36 }
    private static var hyphen: UInt8 { UInt8(ascii: "-") }

    @usableFromInline static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
