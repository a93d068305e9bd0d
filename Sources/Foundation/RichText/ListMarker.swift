/// A list marker: `-`, `+` or `*`, or up to nine digits with `.` or `)`, followed by a space (GFM §5.2).
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
        while end < bytes.count, (0x30...0x39).contains(bytes[end]), end - start < Self.maximumDigits {
            number = number * 10 + Int(bytes[end] - 0x30)
            end += 1
        }
        guard end < bytes.count, end + 1 == bytes.count || " \t\n".utf8.contains(bytes[end + 1]) else { return nil }
        let signs = end == start ? "-+*" : ".)"
        guard signs.utf8.contains(bytes[end]) else { return nil }
        sign = bytes[end]
        self.number = end == start ? nil : number
        length = end - start + 1
    }
}
