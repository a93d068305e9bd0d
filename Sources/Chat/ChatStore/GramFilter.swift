/// The set of the sequences of one, two and three characters (Unicode scalars) in some texts, as a Bloom filter: it may
/// contain a sequence that no text has, and never lacks one.
struct GramFilter {
    /// The longest sequence, in characters. A longer word is in a text only if all its sequences of this length are.
    static let longestGram = 3
    /// The size in bytes: what fits into a page of SQLite beside the rest of the row. The sequences of 64 ordinary
    /// messages set a fifth of the bits.
    static let byteCount = 4_000
    private static let bitsPerGram = 2

    /// The bits, eight in each byte.
    private(set) var bytes = [UInt8](repeating: 0, count: byteCount)

    /// Adds the sequences of a folded text; none has a space, because words have none.
    mutating func add(_ folded: String) {
        var window: [UInt32] = []
        for scalar in folded.unicodeScalars {
            if scalar == " " {
                window.removeAll(keepingCapacity: true)
                continue
            }
            if window.count == Self.longestGram { window.removeFirst() }
            window.append(scalar.value)
            for start in window.indices {
                for bit in Self.bits(of: window[start...]) { bytes[Int(bit / 8)] |= 1 << (bit % 8) }
            }
        }
    }

    /// The bits that a filter has if one of its texts contains the folded `word`.
    static func bits(of word: String) -> [UInt32] {
        let scalars = word.unicodeScalars.map(\.value)
        let length = min(scalars.count, longestGram)
        return (0...(scalars.count - length)).flatMap { bits(of: scalars[$0..<($0 + length)]) }
    }

    /// Whether all of `bits` are in the filter with these bytes.
    static func contains(_ bits: [UInt32], in bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count == byteCount && bits.allSatisfy { bytes[Int($0 / 8)] & (1 << ($0 % 8)) != 0 }
    }

    /// The bits of one sequence. A scalar has 21 bits, so three fit into 64 bits without loss.
    private static func bits(of gram: ArraySlice<UInt32>) -> [UInt32] {
        var hash = gram.reduce(0) { ($0 << 21) | UInt64($1) }
        return (0..<bitsPerGram).map { _ in
            // SplitMix64 (Steele, Lea and Flood, 2014), of which the upper half chooses the bit.
            hash &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            return UInt32(((mixed >> 32) * UInt64(byteCount * 8)) >> 32)
        }
    }
}
