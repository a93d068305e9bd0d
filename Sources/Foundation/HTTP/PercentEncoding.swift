/// Percent-encoding (RFC 3986 §2.1).
public enum PercentEncoding {
    /// `text` with everything but unreserved characters (RFC 3986 §2.3) encoded as UTF-8.
    public static func encode(_ text: some StringProtocol) -> String {
        var text = String(text)
        if text.withUTF8({ $0.allSatisfy(isUnreserved) }) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same, behind `bytes`.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            if text.allSatisfy(isUnreserved) { return bytes.append(contentsOf: text) }
            for byte in text {
                if isUnreserved(byte) {
                    bytes.append(byte)
                } else {
                    bytes.append(UInt8(ascii: "%"))
                    bytes.append(hexDigits[Int(byte >> 4)])
                    bytes.append(hexDigits[Int(byte & 15)])
                }
            }
        }
    }

    /// The text that `encoded` stands for; `nil` where an escape is broken or the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: whether `+` means a space, as it does in forms and queries
    ///   (WHATWG URL, application/x-www-form-urlencoded).
    public static func decode(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var encoded = String(encoded)
        return encoded.withUTF8 { decode($0[...], plusIsSpace: plusIsSpace) }
    }

    /// The same of bytes of UTF-8.
    static func decode(_ encoded: Slice<UnsafeBufferPointer<UInt8>>, plusIsSpace: Bool) -> String? {
        guard encoded.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: encoded, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(value(ofHex:)), let low = rest.next().flatMap(value(ofHex:)) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// Letters, digits and `-._~`: a bit for each byte of ASCII.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        let bits: UInt64 = byte < 64 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
        return byte < 0x80 && bits & 1 << UInt64(byte & 63) != 0
    }

    private static func value(ofHex digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
