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
        let field = headers.values(of: .cacheControl).joined(separator: ",").lowercased()
        let directives = field.filter { $0 != " " && $0 != "\t" }.split(separator: ",")
        if directives.contains("no-store") || directives.contains("no-cache") { return shortest }
        let seconds = directives.first { $0.hasPrefix("max-age=") }.flatMap { Int32($0.dropFirst(8)) }
        return seconds.map { min(max(.seconds(Int($0)), shortest), longest) } ?? standard
    }
}
