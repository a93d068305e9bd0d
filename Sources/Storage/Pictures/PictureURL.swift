import Cryptography
public import HTTP

/// A URL that a picture may be fetched from: http or https, visible ASCII, without user information.
///
/// It says nothing about where its host is: that is seen when a socket is opened.
public struct PictureURL: Sendable, Hashable, CustomStringConvertible {
    public static let maximumBytes = 2_048

    public let origin: Origin
    /// Path and query, starting with `/`; the fragment is left out.
    private let target: String

    /// Fails for every other scheme, and for what clients read differently (backslashes, white space, `user@host`).
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

    public var description: String { "\(origin)\(target)" }

    /// What the picture is kept under.
    public var key: PictureKey { PictureKey(hashing: description) }

    /// Where a redirect from here leads (RFC 3986 §5.2.2); `nil` where no picture may be fetched from there.
    func redirected(to reference: String) -> PictureURL? {
        let path = target.prefix { $0 != "?" }
        if Self.hasScheme(reference) { return PictureURL(reference) }
        if reference.hasUTF8Prefix("//") { return PictureURL("\(origin.scheme.rawValue):\(reference)") }
        if reference.hasUTF8Prefix("/") { return PictureURL("\(origin)\(reference)") }
        if reference.hasUTF8Prefix("?") { return PictureURL("\(origin)\(path)\(reference)") }
        if reference.isEmpty || reference.hasUTF8Prefix("#") { return self }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return PictureURL("\(origin)\(Self.withoutDots("\(folder)\(reference)"))")
    }

    /// A path without `.` and `..` (RFC 3986 §5.2.4), with the query that it came with.
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

    /// RFC 3986 §3.1; a colon behind a slash belongs to a path.
    private static func hasScheme(_ reference: String) -> Bool {
        reference.prefix { !"/?#".contains($0) }.contains(":")
    }
}

/// What a picture is kept under: the first 128 bits of the SHA-256 of its URL.
public struct PictureKey: Sendable, Hashable, CustomStringConvertible {
    private static let bytes = 16

    /// 32 hexadecimal digits.
    public let description: String

    init(hashing url: String) { description = Hexadecimal.encode(SHA256.hash(Array(url.utf8)).prefix(Self.bytes)) }

    /// Reads 32 lower-case hexadecimal digits; fails for all else, for the key is the name of a file.
    public init?(_ text: String) {
        guard Hexadecimal.decode(text)?.count == Self.bytes else { return nil }
        description = text
    }
}
