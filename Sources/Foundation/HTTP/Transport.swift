/// A request that a client sends.
public struct ClientRequest: Sendable, Equatable {
    public var method: Method
    /// An absolute URL, percent-encoded.
    public var url: String
    public var headers: HeaderFields
    public var body: [UInt8]?
    /// The pattern of the path, such as `/users/:id`: one of few, for metrics. It is not sent.
    public var route = ""

    public init(_ method: Method, _ url: String, headers: HeaderFields = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// What a server answered to a client, whole.
public struct ClientResponse: Sendable, Equatable {
    public var status: Status
    public var headers: HeaderFields
    public var body: [UInt8]

    public init(_ status: Status, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Sends a request and brings back the answer: the one seam between repositories and the network.
///
/// A status of any number is an answer; only its absence is an error. Redirects are not followed.
public protocol Transport: Sendable {
    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse
}

/// Why there was no answer.
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// Name not found, connection refused, TLS not agreed on: the request was never sent.
        case cannotConnect
        /// No whole answer within the time allowed.
        case timedOut
        /// The connection broke, or what came was not HTTP; the server may have acted.
        case connectionLost
        /// The answer's body is over the limit.
        case bodyTooLarge
        /// The task that waited was cancelled.
        case cancelled
        /// The URL can't be used.
        case badURL
        /// The request was never sent, to spare the server: too many are under way, or it has been failing.
        case heldBack
    }

    public let reason: Reason
    public let method: Method
    /// Scheme, host and path, without the query.
    public let url: String
    /// The library's own words, for the log.
    public let detail: String

    public init(_ reason: Reason, method: Method, url: String, detail: String) {
        self.reason = reason
        self.method = method
        self.url = String(String.UnicodeScalarView(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }))
        self.detail = detail
    }

    public var description: String { "\(method) \(url): \(reason) (\(detail))" }
}
