/// Base32 without padding, in capital letters (RFC 4648 §6), which authenticator apps accept for typed secrets.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let bitsPerDigit = 5

    static func encode(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        var (value, bits) = (0, 0)
        for byte in bytes {
            value = (value << 8 | Int(byte)) & 0xFFF
            bits += 8
            while bits >= bitsPerDigit {
                bits -= bitsPerDigit
                digits.append(alphabet[value >> bits & 31])
            }
        }
        if bits > 0 { digits.append(alphabet[value << (bitsPerDigit - bits) & 31]) }
        return String(decoding: digits, as: UTF8.self)
    }
}
