import Bytes

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
        guard let target = raw.withBytes({ Self(utf8: $0[...]) }) else { return nil }
        self = target
    }

    private init?(utf8: ByteSlice) {
        var rest = utf8
        let path = rest.take(upTo: UInt8(ascii: "?"))
        guard path.first == UInt8(ascii: "/"), let query = Query(utf8: rest) else { return nil }
        var segments: [String] = []
        if path.count > 1 {
            for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let segment = PercentEncoding.decode(segment, plusIsSpace: false) else { return nil }
                segments.append(segment)
            }
        }
        self.segments = segments
        self.query = query
        rawPath = String(decoding: path, as: UTF8.self)
    }
}
