import COpenSSL

/// Comparisons whose duration tells nothing about where two secrets differ.
public enum ConstantTime {
    /// Whether both hold the same bytes. Only a difference in length shows in the time.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && (left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0)
    }

    /// Whether both hold the same text, byte for byte.
    public static func areEqual(_ left: String, _ right: String) -> Bool {
        areEqual(Array(left.utf8), Array(right.utf8))
    }
}
