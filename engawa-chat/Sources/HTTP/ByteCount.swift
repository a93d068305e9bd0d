/// A size in bytes.
public struct ByteCount: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let bytes: Int

    public init(bytes: Int) { self.bytes = bytes }

    public static func bytes(_ count: Int) -> ByteCount { ByteCount(bytes: count) }
    public static func kibibytes(_ count: Int) -> ByteCount { ByteCount(bytes: count << 10) }
    public static func mebibytes(_ count: Int) -> ByteCount { ByteCount(bytes: count << 20) }

    public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }

    public var description: String { "\(bytes) bytes" }
}
