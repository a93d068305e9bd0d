import Bytes

/// The name of a header field (RFC 9110 §5.1), compared without regard to case.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case, as HTTP/2 writes it.
    public let canonical: String

    /// Fails where `name` is not a token.
    public init?(_ name: some StringProtocol) {
        guard let canonical = name.withBytes(Self.canonical) else { return nil }
        self.canonical = canonical
    }

    /// Fails where the bytes are not a token.
    public init?(utf8 name: UnsafeBufferPointer<UInt8>) {
        guard let canonical = Self.canonical(name) else { return nil }
        self.canonical = canonical
    }

    /// The bytes in lower case; `nil` where they are no token. In one pass: every request brings a dozen names.
    private static func canonical(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { return nil }
        return String(unsafeUninitializedCapacity: name.count) { canonical in
            for (index, byte) in name.enumerated() { canonical[index] = byte.asciiLowercased }
            return name.count
        }
    }

    /// A name known when the program is written; a literal that is no token is a programmer's error.
    public init(stringLiteral name: StaticString) {
        let name = "\(name)"
        precondition(name.isToken, "not a field name")
        canonical = name.lowercased()
    }

    public var description: String { canonical }

    public static let accept: FieldName = "Accept"
    public static let acceptEncoding: FieldName = "Accept-Encoding"
    public static let acceptLanguage: FieldName = "Accept-Language"
    public static let acceptRanges: FieldName = "Accept-Ranges"
    public static let allow: FieldName = "Allow"
    public static let cacheControl: FieldName = "Cache-Control"
    public static let connection: FieldName = "Connection"
    public static let contentEncoding: FieldName = "Content-Encoding"
    public static let contentLength: FieldName = "Content-Length"
    public static let contentRange: FieldName = "Content-Range"
    public static let contentSecurityPolicy: FieldName = "Content-Security-Policy"
    public static let contentType: FieldName = "Content-Type"
    public static let cookie: FieldName = "Cookie"
    public static let eTag: FieldName = "ETag"
    public static let host: FieldName = "Host"
    public static let ifNoneMatch: FieldName = "If-None-Match"
    public static let ifRange: FieldName = "If-Range"
    public static let lastEventID: FieldName = "Last-Event-ID"
    public static let location: FieldName = "Location"
    public static let origin: FieldName = "Origin"
    public static let range: FieldName = "Range"
    public static let retryAfter: FieldName = "Retry-After"
    public static let secFetchSite: FieldName = "Sec-Fetch-Site"
    public static let setCookie: FieldName = "Set-Cookie"
    public static let traceParent: FieldName = "traceparent"
    public static let userAgent: FieldName = "User-Agent"
    public static let vary: FieldName = "Vary"
}
