/// A response that a server is to send.
public struct Response: Sendable, Equatable {
    public var status: Status
    public var headers: HeaderFields
    /// Sent without a copy, so a cached body can answer any number of requests. Empty if there is a stream or a file.
    public var body: [UInt8]
    /// Sent instead of a body.
    public private(set) var stream: EventStream?
    /// Sent instead of a body, from the disk.
    public private(set) var file: FileBody?
    /// Whether the body may be compressed. The default is `false`: if a body contains a secret and text that an attacker
    /// can choose, its compressed length reveals the secret (BREACH).
    public var isCompressible = false
    /// Parts of the body that are compressed each by itself, because they have texts of different people: the first range
    /// is of what everybody may know, to which they may refer, and the others are of the parts. Empty for a body whose
    /// texts are all of the same people.
    public var separateParts: [Range<Int>] = []
    /// Held until the body has been sent, or the connection has broken.
    public var lease: Lease?

    public init(_ status: Status, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response that stays open, as `text/event-stream` that must not be cached (WHATWG HTML §9.2).
    public init(_ status: Status, headers: HeaderFields = [:], stream: EventStream) {
        self.init(status, headers: headers)
        self.stream = stream
        self.headers[.contentType] = MediaType.eventStream.description
        self.headers[.cacheControl] = "no-store"
    }

    /// A response whose body is a file. `HTTPServer` sends a part of it where the request asks for one, if the status is 200.
    public init(_ status: Status, headers: HeaderFields = [:], file: FileBody) {
        self.init(status, headers: headers)
        self.file = file
    }

    /// The size of the body in bytes; of a stream, which has none, 0.
    public var bodyBytes: Int { file?.range.count ?? body.count }

    /// A response with a media type; text is UTF-8.
    public init(_ status: Status, _ type: MediaType, _ body: [UInt8]) {
        let isText = type.description.hasUTF8Prefix("text/")
        self.init(
            status, headers: [.contentType: isText ? "\(type); charset=utf-8" : type.description], body: body)
    }

    /// Plain text, for responses that no browser shows as a page.
    public static func text(_ status: Status, _ text: String) -> Response {
        Response(status, .plainText, Array(text.utf8))
    }

    /// A redirect to be followed with GET (RFC 9110 §15.4.4): the response to every accepted form.
    public static func seeOther(_ location: String) -> Response {
        Response(.seeOther, headers: [.location: location])
    }
}
