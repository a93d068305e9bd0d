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

    private static func head(_ type: UInt8, _ value: Int) -> [UInt8] {
        switch value {
        case ..<24: [type << 5 | UInt8(value)]
        case ..<256: [type << 5 | 24, UInt8(value)]
        default: [type << 5 | 25, UInt8(value >> 8), UInt8(value & 0xFF)]
        }
    }
}
