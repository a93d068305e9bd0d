/// Writes a block of DEFLATE with the fixed Huffman codes (RFC 1951 §3.2.6): how many bits a byte takes depends on
/// nothing but the byte.
struct FixedCodes: ~Copyable {
    /// The longest match, and the farthest (RFC 1951 §3.2.5).
    static let maximumLength = 258
    static let maximumDistance = 32_768

    /// A code, with its first bit as the lowest, and the number of its bits.
    private struct Code {
        let bits: UInt64
        let count: UInt64

        /// - Parameter code: with the first bit as the highest, as RFC 1951 writes codes.
        init(_ code: UInt64, _ count: UInt64) {
            bits = (0..<count).reduce(0) { $0 | ((code >> $1) & 1) << (count - 1 - $1) }
            self.count = count
        }
    }

    /// Of literals (0…255), the end of the block (256) and lengths (257…285).
    private static let symbols: [Code] = (0...285).map { (symbol: UInt64) in
        switch symbol {
        case 0...143: Code(0x30 + symbol, 8)
        case 144...255: Code(0x190 + symbol - 144, 9)
        case 256...279: Code(symbol - 256, 7)
        default: Code(0xC0 + symbol - 280, 8)
        }
    }
    private static let distances: [Code] = (0...29).map { (symbol: UInt64) in Code(symbol, 5) }

    private let symbols = Self.symbols
    private let distances = Self.distances
    /// Where the next byte is written.
    private(set) var next: UnsafeMutablePointer<UInt8>
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    /// The most that `count` bytes take, with the ends of the block.
    static func bound(_ count: Int) -> Int { count * 9 / 8 + 16 }

    /// Begins a block, which is not the last.
    /// - Parameter output: has room for `bound`.
    init(_ output: UnsafeMutablePointer<UInt8>) {
        next = output
        put(0b010, 3)
    }

    mutating func write(literal byte: UInt8) {
        let code = symbols[Int(byte)]
        put(code.bits, code.count)
    }

    /// - Parameters:
    ///   - length: 3…258.
    ///   - distance: 1…32,768.
    mutating func write(length: Int, distance: Int) {
        let length = UInt64(length - 3)
        if length == 255 {
            put(symbols[285].bits, symbols[285].count)
        } else {
            // From 8 on, each power of two has four symbols (RFC 1951 §3.2.5).
            let extra = length < 8 ? 0 : UInt64(61 - length.leadingZeroBitCount)
            let code = symbols[Int(257 + 4 * extra + (length >> extra))]
            put(code.bits, code.count)
            put(length & (1 << extra - 1), extra)
        }
        let distance = UInt64(distance - 1)
        let extra = distance < 4 ? 0 : UInt64(62 - distance.leadingZeroBitCount)
        let code = distances[Int(2 * extra + (distance >> extra))]
        put(code.bits, code.count)
        put(distance & (1 << extra - 1), extra)
    }

    /// Ends the block; returns where the next begins, at the border of a byte.
    consuming func end() -> UnsafeMutablePointer<UInt8> {
        put(symbols[256].bits, symbols[256].count)
        // An empty stored block (RFC 1951 §3.2.4) begins at the border of a byte.
        put(0, 3)
        put(0, (8 - pendingCount) & 7)
        put(0xFFFF_0000, 32)
        return next
    }

    private mutating func put(_ bits: UInt64, _ count: UInt64) {
        pending |= bits << pendingCount
        pendingCount += count
        while pendingCount >= 8 {
            next.pointee = UInt8(truncatingIfNeeded: pending)
            next += 1
            pending >>= 8
            pendingCount -= 8
        }
    }
}
