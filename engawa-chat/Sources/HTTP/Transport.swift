/// A request that a client sends.
public struct ClientRequest: Sendable, Equatable {
    public var method: Method
    /// An absolute URL, percent-encoded.
    public var url: String
    public var headers: HeaderFields
    public var body: [UInt8]?
    /// The pattern of the path, such as `/users/:id`: one of few, for metrics. It is not sent.
    public var route = ""
    /// Sent as `traceparent`. Not a field of `headers`, which are mostly the same for all requests to a server.
    public var trace: TraceParent?

    public init(_ method: Method, _ url: String, headers: HeaderFields = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// The complete response of a server to a client.
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

/// Sends a request and returns the response: the only interface between repositories and the network.
///
/// A response with any status is a result; only a missing response is an error. Redirects are not followed.
public protocol Transport: Sendable {
    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse
}

/// Why there was no response.
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        /// Name not found, connection refused, TLS handshake failed: the request was not sent.
        case cannotConnect
        /// No complete response within the time limit.
        case timedOut
        /// The connection broke, or the response was not HTTP. The server may have acted.
        case connectionLost
        /// The response's body is over the limit.
        case bodyTooLarge
        /// The task that waited was cancelled.
        case cancelled
        /// The URL can't be used.
        case badURL
        /// The request was not sent: too many requests are under way, or the server has been failing.
        case heldBack
    }

    public let reason: Reason
    public let method: Method
    /// Scheme, host and path, without the query.
    public let url: String
    /// The library's message, for the log.
    public let detail: String

    public init(_ reason: Reason, method: Method, url: String, detail: String) {
        self.reason = reason
        self.method = method
        self.url = String(String.UnicodeScalarView(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }))
        self.detail = detail
    }

    public var description: String { "\(method) \(url): \(reason) (\(detail))" }
}
