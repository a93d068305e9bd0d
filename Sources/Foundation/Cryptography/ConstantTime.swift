import COpenSSL

/// Comparisons whose duration does not depend on where two secrets differ.
public enum ConstantTime {
    /// Whether both have the same bytes. The duration reveals only a difference in length.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && (left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0)
    }

    /// Whether both have the same UTF-8 bytes.
    public static func areEqual(_ left: String, _ right: String) -> Bool {
        areEqual(Array(left.utf8), Array(right.utf8))
    }
}
