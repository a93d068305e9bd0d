public import HTTP

/// A transport that calls a handler in this process: what a server and a client do, without the sockets.
public struct HandlerTransport: Transport {
    private let handler: Handler

    public init(_ handler: @escaping Handler) { self.handler = handler }

    /// Any origin will do: `http://backend.test`.
    public static var baseURL: BaseURL {
        guard let url = BaseURL("http://backend.test") else { preconditionFailure("it is a base URL") }
        return url
    }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        func failure(_ reason: TransportError.Reason, _ detail: String) -> TransportError {
            TransportError(reason, method: request.method, url: request.url, detail: detail)
        }
        if Task.isCancelled { throw failure(.cancelled, "the task was cancelled") }
        guard let afterScheme = request.url.firstRange(of: "://")?.upperBound else {
            throw failure(.badURL, "not absolute")
        }
        let path = request.url[afterScheme...].drop { $0 != "/" }
        guard let target = RequestTarget(path.isEmpty ? "/" : String(path)) else {
            return ClientResponse(.badRequest, headers: [.contentType: "text/plain"], body: Array("Bad target".utf8))
        }
        let isHead = request.method == .head
        let answer = await handler(
            Request(
                method: isHead ? .get : request.method, target: target, headers: request.headers,
                body: request.body.map { .bytes($0) } ?? .none))
        if Task.isCancelled { throw failure(.cancelled, "the task was cancelled") }
        return ClientResponse(answer.status, headers: answer.headers, body: isHead ? [] : answer.body)
    }
}

/// A transport that never gets an answer.
public struct BrokenTransport: Transport {
    private let reason: TransportError.Reason

    public init(_ reason: TransportError.Reason) { self.reason = reason }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        throw TransportError(reason, method: request.method, url: request.url, detail: "broken for a test")
    }
}
