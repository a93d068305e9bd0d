public import HTTP

/// A bucket of a store with the interface of Amazon S3, and the beginning of the keys that are used in it.
public struct S3Location: Sendable, Hashable, CustomStringConvertible {
    public let bucket: String
    /// Empty, or path segments that end with a slash each.
    public let prefix: String

    /// The most bytes of a prefix: a key has 1,024 at most (Amazon S3 User Guide, "Naming Amazon S3 objects").
    static let maximumPrefixBytes = 512

    /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`. Fails for what is no name of a bucket (Amazon S3 User Guide, "General
    /// purpose bucket naming rules"), and for a prefix with other characters than those that RFC 3986 §2.3 leaves as they
    /// are: they are the same in a key and in a URL.
    public init?(_ text: String) {
        let scheme = "s3://"
        guard text.utf8.starts(with: scheme.utf8) else { return nil }
        var segments = text.utf8.dropFirst(scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        let bucket = segments.removeFirst()
        guard Self.isBucket(bucket) else { return nil }
        if segments.last == "" { segments.removeLast() }
        guard segments.allSatisfy(Self.isSegment) else { return nil }
        self.bucket = bucket
        prefix = segments.map { "\($0)/" }.joined()
        guard prefix.utf8.count <= Self.maximumPrefixBytes else { return nil }
    }

    public var description: String { "s3://\(bucket)/\(prefix)" }

    private static func isBucket(_ name: String) -> Bool {
        let isInner = { (byte: UInt8) in isLowercaseAlphanumeric(byte) || "-.".utf8.contains(byte) }
        let bytes = Array(name.utf8)
        guard (3...63).contains(bytes.count), let first = bytes.first, let last = bytes.last else { return false }
        return isLowercaseAlphanumeric(first) && isLowercaseAlphanumeric(last) && bytes.allSatisfy(isInner)
            && !zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".") }
    }

    private static func isLowercaseAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isSegment(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && PercentEncoding.encode(text) == text
    }
}

/// The name of the part of a store where a bucket is, which every signature holds.
public struct S3Region: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public static let standard = S3Region(known: "us-east-1")
    private static let maximumBytes = 64

    /// Fails for other characters than small letters, digits and `-`.
    public init?(_ text: String) {
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
        guard (1...Self.maximumBytes).contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) else {
            return nil
        }
        description = text
    }

    private init(known: String) { description = known }

    /// Where Amazon's own service is for this region.
    public var endpoint: BaseURL? { BaseURL("https://s3.\(description).amazonaws.com") }
}
