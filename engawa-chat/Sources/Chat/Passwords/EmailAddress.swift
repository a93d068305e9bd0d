import Bytes

/// An e-mail address that browsers accept in a form (WHATWG HTML §4.10.5.1.5, a valid e-mail address), with at most 254
/// bytes (RFC 5321 §4.5.3.1.3).
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    public static let maximumBytes = 254
    /// RFC 5321 §4.5.3.1.1
    public static let maximumLocalBytes = 64
    /// RFC 1034 §3.1
    public static let maximumLabelBytes = 63

    public let description: String

    public init?(_ text: some StringProtocol) {
        let text = String(text)
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumBytes, parts.count == 2,
            (1...Self.maximumLocalBytes).contains(parts[0].count),
            parts[0].allSatisfy({ $0.isASCIIAlphanumeric || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }),
            parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy({
                Self.isLabel($0)
            })
        else { return nil }
        description = text
    }

    private static func isLabel(_ bytes: Substring.UTF8View) -> Bool {
        guard (1...maximumLabelBytes).contains(bytes.count), let first = bytes.first, let last = bytes.last else {
            return false
        }
        return first.isASCIIAlphanumeric && last.isASCIIAlphanumeric
            && bytes.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}
