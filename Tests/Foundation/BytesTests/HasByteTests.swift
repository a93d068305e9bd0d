import Bytes
import Testing

@Suite struct HasByteTests {
    /// Bytes that could be taken for each other: neighbours in value, the smallest, and the largest of ASCII.
    private static let bytes: [UInt8] = [0x00, 0x01, 0x3F, 0x40, 0x41, 0x7F]

    @Test func `a byte is found wherever it stands in a text of any length, and only then`() {
        for length in 0...25 {
            for filling in Self.bytes {
                let text = String(decoding: [UInt8](repeating: filling, count: length), as: UTF8.self)
                for wanted in Self.bytes { #expect(text.hasByte(wanted) == (length > 0 && wanted == filling)) }
                for place in 0..<length where filling != 0x40 {
                    var bytes = [UInt8](repeating: filling, count: length)
                    bytes[place] = 0x40
                    #expect(String(decoding: bytes, as: UTF8.self).hasByte(0x40), "\(length), \(place), \(filling)")
                }
            }
        }
        #expect("\u{202E}abcdefghi".hasByte(0xE2) && !"\u{302E}abcdefghi".hasByte(0xE2))
    }
}
