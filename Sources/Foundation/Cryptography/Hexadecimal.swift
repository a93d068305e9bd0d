import Bytes

/// Lower-case hexadecimal encoding (RFC 4648 §8).
public enum Hexadecimal {
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = ByteBuffer(capacity: 2 * bytes.count)
        for byte in Array(bytes) { text.append(hexadecimal: byte) }
        return text.text
    }

    /// Fails unless `text` is pairs of lower-case digits.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard isValid(text) else { return nil }
        let digits = text.withBytes { $0.compactMap(\.hexadecimalValue) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Whether `text` can be decoded.
    public static func isValid(_ text: some StringProtocol) -> Bool {
        text.withBytes { bytes in
            bytes.count.isMultiple(of: 2)
                && bytes.allSatisfy { $0.hexadecimalValue != nil && $0 == $0.asciiLowercased }
        }
    }
}
