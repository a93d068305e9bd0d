/// Whole numbers as text.
enum Decimal {
    /// What a word holds.
    private static let word: UInt64 = 100_000_000
    /// Three words: more than the longest number needs with its sign.
    private static let room = 24

    /// Calls `body` with the ASCII digits of `number`, and how many bytes they are.
    static func digits(of number: Int64, _ body: (UnsafePointer<UInt8>, Int) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { room in
            guard let start = room.baseAddress else { return }
            // From the last word on, until nothing is left. In the first one are zeros to skip.
            var place = Self.room
            var rest = number.magnitude
            var digits: UInt64
            repeat {
                place -= 8
                digits = eightDigits(of: rest % word)
                start.storeBytes(of: digits, toByteOffset: place, as: UInt64.self)
                rest /= word
            } while rest > 0
            place += min((digits ^ zeros).trailingZeroBitCount / 8, 7)
            if number < 0 {
                place -= 1
                start.storeBytes(of: UInt8(ascii: "-"), toByteOffset: place, as: UInt8.self)
            }
            body((start + place).assumingMemoryBound(to: UInt8.self), Self.room - place)
        }
    }

    private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The digits of a number below 100,000,000, the first one in the lowest byte: it is halved three times, each time
    /// all parts at once, within a word.
    private static func eightDigits(of number: UInt64) -> UInt64 {
        // Four digits in each half, then two in each quarter, then one in each byte. To divide by 100 and by 10 is to
        // multiply by 10486 / 2^20 and by 103 / 2^10, which is right for numbers of four and of two digits.
        var parts = number / 10_000 | (number % 10_000) << 32
        let hundreds = (parts &* 10_486) >> 20 & 0x0000_007F_0000_007F
        parts = hundreds | (parts &- hundreds &* 100) << 16
        let tens = (parts &* 103) >> 10 & 0x000F_000F_000F_000F
        return zeros | tens | (parts &- tens &* 10) << 8
    }
}
