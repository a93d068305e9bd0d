/// A media type without its parameters (RFC 9110 §8.3.1), in lower case: `text/html`.
public struct MediaType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    /// Reads the value of a `Content-Type` field, and leaves its parameters out.
    public init?(field: some StringProtocol) {
        let scalars = field.unicodeScalars.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        let essence = String(String.UnicodeScalarView(scalars)).asciiLowercased
        let parts = essence.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ Substring($0).isToken }) else { return nil }
        description = essence
    }

    public init(stringLiteral text: StaticString) { description = "\(text)" }

    public static let html: MediaType = "text/html"
    public static let json: MediaType = "application/json"
    public static let plainText: MediaType = "text/plain"
    public static let eventStream: MediaType = "text/event-stream"
    public static let urlEncodedForm: MediaType = "application/x-www-form-urlencoded"
    public static let multipartForm: MediaType = "multipart/form-data"
}
