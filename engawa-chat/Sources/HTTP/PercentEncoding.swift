public import Bytes

/// Percent-encoding (RFC 3986 §2.1).
public enum PercentEncoding {
    /// `text` with everything but unreserved characters (RFC 3986 §2.3) encoded as UTF-8.
    public static func encode(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy(isUnreserved) { return String(text) }
        var encoded = ByteBuffer(capacity: text.utf8.count * 2)
        encoded.append(percentEncoding: String(text))
        return encoded.text
    }

    /// The text that `encoded` stands for; `nil` where an escape is broken or the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: whether `+` means a space, as it does in forms and queries
    ///   (WHATWG URL, application/x-www-form-urlencoded).
    public static func decode(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        encoded.withBytes { decode($0[...], plusIsSpace: plusIsSpace) }
    }

    /// The same of bytes of UTF-8.
    static func decode(_ encoded: ByteSlice, plusIsSpace: Bool) -> String? {
        guard encoded.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: encoded, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.withUnsafeBufferPointer(String.init(validUTF8:))
    }

    fileprivate static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: byte.isASCIIAlphanumeric
        }
    }
}

extension ByteBuffer {
    /// Appends `text` with everything but unreserved characters encoded.
    public mutating func append(percentEncoding text: String) {
        if text.utf8.allSatisfy(PercentEncoding.isUnreserved) { return append(text) }
        for byte in text.utf8 {
            if PercentEncoding.isUnreserved(byte) {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(hexadecimalDigits[Int(byte >> 4)])
                append(hexadecimalDigits[Int(byte & 15)])
            }
        }
    }
}

/// In capital letters, as RFC 3986 §2.1 recommends.
private let hexadecimalDigits = Array("0123456789ABCDEF".utf8)
