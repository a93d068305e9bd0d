import Bytes

// By bytes and Unicode scalars, not by grapheme clusters: see `ByteScanning.swift`.
extension StringProtocol {
    /// Whether the UTF-8 bytes begin with those of `prefix`.
    @inlinable public func hasUTF8Prefix(_ prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether the UTF-8 bytes end with those of `suffix`.
    @inlinable public func hasUTF8Suffix(_ suffix: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: suffix.utf8.reversed())
    }

    /// At most the first `count` Unicode scalars. A Character has no maximum length, so it can't serve as a limit.
    public func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }

    /// The string without white-space scalars (Unicode property White_Space).
    public var removingWhitespace: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    /// The string without leading and trailing spaces and tabs (RFC 9110 §5.6.3, OWS).
    public var trimmingSpacesAndTabs: String { withBytes { String(decoding: $0[...].trimmed, as: UTF8.self) } }
}
