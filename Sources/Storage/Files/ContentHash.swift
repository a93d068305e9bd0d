import Bytes

/// SHA-256 of a file's content, by which it is found.
public struct ContentHash: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The length of a hash in bytes.
    public static let length = 32

    public let bytes: [UInt8]

    /// Fails unless there are `length` bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Fails unless `text` is a hash in hexadecimal digits of lower case, as `description` is.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.length, digits.allSatisfy({ $0 == $0.asciiLowercased }) else { return nil }
        let values = digits.compactMap(\.hexadecimalValue)
        guard values.count == digits.count else { return nil }
        bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    public static func < (first: Self, second: Self) -> Bool { first.bytes.lexicographicallyPrecedes(second.bytes) }

    /// 64 hexadecimal digits in lower case.
    public var description: String {
        var text = ByteBuffer(capacity: 2 * Self.length)
        for byte in bytes { text.append(hexadecimal: byte) }
        return text.text
    }
}
