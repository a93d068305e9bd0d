import Bytes

/// A complete request that a server has received.
public struct Request: Sendable {
    public enum Body: Sendable, Equatable {
        case none
        case bytes([UInt8])
        case form(Form)
    }

    /// `HEAD` arrives here as `GET`; the server leaves the body out.
    public var method: Method
    public var target: RequestTarget
    public var headers: HeaderFields
    public var body: Body
    /// The files of a multipart form, in their order; none where the server takes no files for this request.
    public var files: [ReceivedFile] = []
    /// Why `files` is empty though the form had some which the server takes for this request; all else of the form is there.
    public var uploadRefusal: UploadRefusal?
    /// Whether the form had files that are not in `files`, because they were refused or are not taken for this request.
    public var hasOmittedFiles = false
    /// The number that log lines about this request share.
    public var id: RequestID
    /// The trace that the request belongs to; it begins here if the client names none.
    public var trace: TraceParent
    /// Where the request comes from, without the port; `nil` where that is unknown.
    public var remoteAddress: String?
    /// The scheme with which it reached a trusted proxy; `nil` if no proxy says so.
    public var scheme: Origin.Scheme?

    public init(
        method: Method, target: RequestTarget, headers: HeaderFields = [:], body: Body = .none,
        id: RequestID = RequestID(), remoteAddress: String? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.id = id
        trace = TraceParent(headers) ?? TraceParent(beginningWith: id)
        self.remoteAddress = remoteAddress
    }

    /// The submitted form; empty where the body is none.
    public var form: Form { if case .form(let form) = body { form } else { [:] } }

    public var cookies: Cookies { Cookies(headers) }
}

/// Identifies a request in log lines: 64 random bits.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: UInt64

    public init() { rawValue = .random(in: .min ... .max) }

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public var description: String { rawValue.hexadecimalDigits }
}

/// Answers a request. It never throws: errors are turned into responses inside.
public typealias Handler = @Sendable (Request) async -> Response
