import Bytes

/// A media type without its parameters (RFC 9110 §8.3.1), in lower case: `text/html`.
public struct MediaType: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    /// Reads the value of a `Content-Type` field, and leaves its parameters out.
    public init?(field: some StringProtocol) {
        let bytes = field.utf8.prefix { $0 != UInt8(ascii: ";") }.map(\.asciiLowercased)
        let essence = String(
            decoding: bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }, as: UTF8.self)
        let parts = essence.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ Substring($0).isToken }) else { return nil }
        description = essence
    }

    public init(stringLiteral text: StaticString) { description = "\(text)" }

    public static let html: MediaType = "text/html"
    public static let json: MediaType = "application/json"
    public static let csv: MediaType = "text/csv"
    public static let plainText: MediaType = "text/plain"
    public static let eventStream: MediaType = "text/event-stream"
    public static let urlEncodedForm: MediaType = "application/x-www-form-urlencoded"
    public static let multipartForm: MediaType = "multipart/form-data"
}
