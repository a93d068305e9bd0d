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
        let end = raw.utf8.firstIndex(of: UInt8(ascii: "?")) ?? raw.endIndex
        guard let query = Query(parsing: raw[end...].dropFirst()) else { return nil }
        var segments: [String] = []
        let path = raw.utf8[..<end].dropFirst()
        if !path.isEmpty {
            for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let decoded = PercentEncoding.decode(Substring(segment)) else { return nil }
                segments.append(decoded)
            }
        }
        self.segments = segments
        self.query = query
        rawPath = String(raw[..<end])
    }
}
