/// The name of a header field (RFC 9110 §5.1), compared without regard to case.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case, as HTTP/2 writes it.
    public let canonical: String

    /// Fails where `name` is not a token.
    public init?(_ name: some StringProtocol) {
        guard let canonical = Self.canonical(String(name)) else { return nil }
        self.canonical = canonical
    }

    /// A name known when the program is written; a literal that is no token is a programmer's error.
    public init(stringLiteral name: StaticString) {
        let name = "\(name)"
        precondition(name.isToken, "not a field name")
        canonical = name.lowercased()
    }

    /// By bytes: several come with each message, and `lowercased()` knows all the letters of the world.
    private static func canonical(_ name: String) -> String? {
        var name = name
        let kind = name.withUTF8 { bytes in
            (isToken: !bytes.isEmpty && bytes.allSatisfy(\.isTokenByte), hasCapitals: bytes.contains(where: isCapital))
        }
        guard kind.isToken else { return nil }
        return kind.hasCapitals
            ? String(decoding: name.utf8.map { isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self) : name
    }

    private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

    public var description: String { canonical }

    public static let accept: FieldName = "Accept"
    public static let acceptEncoding: FieldName = "Accept-Encoding"
    public static let acceptLanguage: FieldName = "Accept-Language"
    public static let allow: FieldName = "Allow"
    public static let cacheControl: FieldName = "Cache-Control"
    public static let connection: FieldName = "Connection"
    public static let contentEncoding: FieldName = "Content-Encoding"
    public static let contentLength: FieldName = "Content-Length"
    public static let contentSecurityPolicy: FieldName = "Content-Security-Policy"
    public static let contentType: FieldName = "Content-Type"
    public static let cookie: FieldName = "Cookie"
    public static let eTag: FieldName = "ETag"
    public static let host: FieldName = "Host"
    public static let ifNoneMatch: FieldName = "If-None-Match"
    public static let location: FieldName = "Location"
    public static let origin: FieldName = "Origin"
    public static let retryAfter: FieldName = "Retry-After"
    public static let secFetchSite: FieldName = "Sec-Fetch-Site"
    public static let setCookie: FieldName = "Set-Cookie"
    public static let userAgent: FieldName = "User-Agent"
    public static let vary: FieldName = "Vary"
}
