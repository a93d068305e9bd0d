/// As much CBOR as an authenticator writes (RFC 8949 §3).
public enum CBOR {
    public static func int(_ value: Int) -> [UInt8] {
        value >= 0 ? head(0, value) : head(1, -1 - value)
    }
    public static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
    public static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
    public static func map(_ pairs: [([UInt8], [UInt8])]) -> [UInt8] {
        head(5, pairs.count) + pairs.flatMap { $0.0 + $0.1 }
    }

    public static func array(_ items: [[UInt8]]) -> [UInt8] { head(4, items.count) + items.flatMap { $0 } }
    public static func bool(_ value: Bool) -> [UInt8] { [value ? 0xF5 : 0xF4] }

    /// The first bytes of a string, an array or a map that declares `count`, whatever follows: a lie of an attacker.
    ///
    /// - Parameter majorType: 2 for bytes, 3 for text, 4 for an array, 5 for a map.
    public static func declared(_ majorType: UInt8, count: UInt64) -> [UInt8] {
        [majorType << 5 | 27] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }

    private static func head(_ type: UInt8, _ value: Int) -> [UInt8] {
        switch value {
        case ..<24: [type << 5 | UInt8(value)]
        case ..<256: [type << 5 | 24, UInt8(value)]
        default: [type << 5 | 25, UInt8(value >> 8), UInt8(value & 0xFF)]
        }
    }
}
