/// A response that a server is to send.
public struct Response: Sendable, Equatable {
    public var status: Status
    public var headers: HeaderFields
    /// Sent from where it lies, without being copied: a body that is kept may answer any number of requests.
    /// Empty where there is a stream.
    public var body: [UInt8]
    /// What is sent, as it comes, in the place of a body.
    public private(set) var stream: EventStream?
    /// Whether the body may be compressed on its way. It is not, unless somebody has made sure that the length tells
    /// nobody anything: what holds a secret beside words of somebody else must not be (BREACH).
    public var isCompressible = false

    public init(_ status: Status, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response that stays open, as `text/event-stream` that nobody may keep (WHATWG HTML §9.2).
    public init(_ status: Status, headers: HeaderFields = [:], stream: EventStream) {
        self.init(status, headers: headers)
        self.stream = stream
        self.headers[.contentType] = MediaType.eventStream.description
        self.headers[.cacheControl] = "no-store"
    }

    /// A response with a media type; text is UTF-8.
    public init(_ status: Status, _ type: MediaType, _ body: [UInt8]) {
        let isText = type.description.hasUTF8Prefix("text/")
        self.init(
            status, headers: [.contentType: isText ? "\(type); charset=utf-8" : type.description], body: body)
    }

    /// A plain sentence, for answers that no browser shows as a page.
    public static func text(_ status: Status, _ text: String) -> Response {
        Response(status, .plainText, Array(text.utf8))
    }

    /// "Look there, with GET" (RFC 9110 §15.4.4): what follows every form that was accepted.
    public static func seeOther(_ location: String) -> Response {
        Response(.seeOther, headers: [.location: location])
    }
}
