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
        var raw = raw
        guard let target = raw.withUTF8({ Self(utf8: $0) }) else { return nil }
        self = target
    }

    // By bytes: finding where characters end takes longer than all the rest.
    private init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.first == UInt8(ascii: "/") else { return nil }
        let end = utf8.firstIndex(of: UInt8(ascii: "?")) ?? utf8.count
        guard let query = Query(utf8: UnsafeBufferPointer(rebasing: utf8[end...].dropFirst())) else { return nil }
        var segments: [String] = []
        var start = 1
        while start <= end, end > 1 {
            let length = utf8[start..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
            guard let segment = PercentEncoding.decode(utf8[start..<length], plusIsSpace: false) else { return nil }
            segments.append(segment)
            start = length + 1
        }
        self.segments = segments
        self.query = query
        rawPath = String(decoding: utf8[..<end], as: UTF8.self)
    }
}
