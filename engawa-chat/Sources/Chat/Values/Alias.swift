import Bytes

/// The short name used for signing in and for mentions: 3–30 of `a-z0-9._-`, starting and ending with a letter or
/// digit.
public struct Alias: Hashable, Sendable, CustomStringConvertible {
    public static let lengths = 3...30

    public let description: String

    public init?(_ text: some StringProtocol) {
        let text = String(text)
        func isAlphanumeric(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric && byte == byte.asciiLowercased }
        guard Self.lengths.contains(text.utf8.count),
            text.utf8.allSatisfy({ isAlphanumeric($0) || "._-".utf8.contains($0) }),
            let first = text.utf8.first, isAlphanumeric(first), let last = text.utf8.last, isAlphanumeric(last)
        else { return nil }
        description = text
    }
}
