import Bytes
import HTTP

/// How long a response is cached: according to its `Cache-Control` (RFC 9111 §5.2.2), within limits.
enum CacheLifetime {
    /// Without `Cache-Control`.
    static let standard = Duration.seconds(600)
    /// The minimum, so that not every sign-in causes a fetch.
    static let shortest = Duration.seconds(60)
    /// The maximum, so that a withdrawn key is not used for long.
    static let longest = Duration.seconds(24 * 3_600)

    static func of(_ headers: HeaderFields) -> Duration {
        let field = headers.values(of: .cacheControl).joined(separator: ",").asciiLowercased
        let directives = field.unicodeScalars.split(separator: ",").map {
            String(String.UnicodeScalarView($0.filter { $0 != " " && $0 != "\t" }))
        }
        if directives.contains("no-store") || directives.contains("no-cache") { return shortest }
        let name = "max-age="
        let seconds = directives.first { $0.hasUTF8Prefix(name) }
            .flatMap { Int32(Substring($0.utf8.dropFirst(name.utf8.count))) }
        return seconds.map { min(max(.seconds(Int($0)), shortest), longest) } ?? standard
    }
}
