/// A request target in origin form (RFC 9112 §3.2.1), split before anything is decoded,
/// so that an encoded slash stays inside its segment.
public struct RequestTarget: Sendable, Equatable {
    /// The path's segments, decoded. `/` has none; a trailing slash is an empty last one.
    public let segments: [String]
    public let query: Query
    /// The path as it was sent, without the query.
    public let rawPath: String

    /// Fails where the target does not start with `/`, or where an escape is broken or not UTF-8.
    public init?(_ raw: String) {
        guard raw.utf8.first == UInt8(ascii: "/") else { return nil }
        let parts = raw.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let query = Query(parsing: parts.count == 2 ? parts[1] : "") else { return nil }
        var segments: [String] = []
        if parts[0].utf8.count > 1 {
            for segment in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                guard let decoded = PercentEncoding.decode(segment) else { return nil }
                segments.append(decoded)
            }
        }
        self.segments = segments
        self.query = query
        rawPath = String(parts[0])
    }
}
