import HTTP

/// How long an answer is kept: what its `Cache-Control` says (RFC 9111 §5.2.2), within limits.
enum CacheLifetime {
    /// Where the answer says nothing.
    static let standard = Duration.seconds(600)
    /// However short the provider wants it: a sign-in must not cost a fetch each.
    static let shortest = Duration.seconds(60)
    /// However long the provider wants it: a key that was given up must not live on here.
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
