import Bytes

/// A list marker: `-`, `+` or `*`, or up to nine digits with `.` or `)`, followed by a space (GFM §5.2). A number with
/// leading zeros is none, because HTML would show it without them.
struct ListMarker: Equatable {
    /// `- + *`, or the sign after the number.
    let sign: UInt8
    /// `nil` for a bullet.
    let number: Int?
    /// In bytes, without the space.
    let length: Int

    private static let maximumDigits = 9

    init?<Bytes: RandomAccessCollection>(_ bytes: Bytes, at start: Int)
    where Bytes.Element == UInt8, Bytes.Index == Int {
        var end = start
        var number = 0
        while end < bytes.count, let digit = bytes[end].decimalValue, end - start < Self.maximumDigits {
            number = number * 10 + Int(digit)
            end += 1
        }
        guard end - start < 2 || bytes[start] != UInt8(ascii: "0") else { return nil }
        guard end < bytes.count, end + 1 == bytes.count || " \t\n".utf8.contains(bytes[end + 1]) else { return nil }
        let signs = end == start ? "-+*" : ".)"
        guard signs.utf8.contains(bytes[end]) else { return nil }
        sign = bytes[end]
        self.number = end == start ? nil : number
        length = end - start + 1
    }
}
