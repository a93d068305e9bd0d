import Cryptography
public import HTTP

/// A URL that the gateway may fetch: http or https, visible ASCII, without user information.
///
/// The address of its host is checked later, when a socket is opened.
public struct WebURL: Sendable, Hashable, CustomStringConvertible {
    public static let maximumBytes = 2_048

    public let origin: Origin
    /// Path and query, starting with `/`; without the fragment.
    private let target: String

    /// Fails for other schemes, and for URLs that clients parse differently (backslashes, white space, `user@host`).
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            let authority = text.firstRange(of: "://")?.upperBound
        else { return nil }
        let end = text[authority...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let origin = Origin(serialized: text[..<end].lowercased()) else { return nil }
        self.origin = origin
        let target = text[end...].prefix { $0 != "#" }
        self.target = target.first == "/" ? String(target) : "/\(target)"
    }

    /// `text` with white space and everything beyond ASCII percent-encoded as UTF-8 (WHATWG URL §1.3).
    public static func escaping(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return text }
        return String(
            decoding: text.utf8.flatMap { byte in
                byte > 0x20 && byte < 0x7F ? [byte] : Array("%\(Hexadecimal.encode([byte][...]).uppercased())".utf8)
            }, as: UTF8.self)
    }

    public var description: String { "\(origin)\(target)" }

    /// The cache key.
    public var key: CacheKey { CacheKey(hashing: description) }

    /// The target of a redirect or a reference from this URL (RFC 3986 §5.2.2); `nil` if it may not be fetched.
    public func redirected(to reference: String) -> WebURL? {
        let path = target.prefix { $0 != "?" }
        if Self.hasScheme(reference) { return WebURL(reference) }
        if reference.hasUTF8Prefix("//") { return WebURL("\(origin.scheme.rawValue):\(reference)") }
        if reference.hasUTF8Prefix("/") { return WebURL("\(origin)\(reference)") }
        if reference.hasUTF8Prefix("?") { return WebURL("\(origin)\(path)\(reference)") }
        if reference.isEmpty || reference.hasUTF8Prefix("#") { return self }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return WebURL("\(origin)\(Self.withoutDots("\(folder)\(reference)"))")
    }

    /// A path without `.` and `..` (RFC 3986 §5.2.4), with its query.
    private static func withoutDots(_ target: String) -> String {
        let path = target.prefix { $0 != "?" }
        var segments: [Substring] = []
        let parts = path.dropFirst().unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map { Substring($0) }
        for (index, part) in parts.enumerated() {
            if part == ".." { _ = segments.popLast() }
            if part != "..", part != "." {
                segments.append(part)
            } else if index == parts.count - 1 {
                segments.append("")
            }
        }
        return "/\(segments.joined(separator: "/"))\(target[path.endIndex...])"
    }

    /// RFC 3986 §3.1; a colon after a slash is a part of the path.
    private static func hasScheme(_ reference: String) -> Bool {
        reference.prefix { !"/?#".contains($0) }.contains(":")
    }
}

/// A cache key: the first 128 bits of the SHA-256 of the URL.
public struct CacheKey: Sendable, Hashable, CustomStringConvertible {
    private static let bytes = 16

    /// 32 hexadecimal digits.
    public let description: String

    /// - Parameter name: a picture's URL, or another text that no other picture has.
    public init(hashing name: String) {
        description = Hexadecimal.encode(SHA256.hash(Array(name.utf8)).prefix(Self.bytes))
    }

    /// Reads 32 lower-case hexadecimal digits; fails for all else, because the key is used as a file name.
    public init?(_ text: String) {
        guard Hexadecimal.decode(text)?.count == Self.bytes else { return nil }
        description = text
    }
}
