import Foundation
public import HTTP

/// A transport that calls a handler in this process: what a server and a client do, without the sockets. Files are sent
/// as a whole or in one range.
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
        guard !isHead else { return ClientResponse(answer.status, headers: answer.headers) }
        guard let file = answer.file else {
            return ClientResponse(answer.status, headers: answer.headers, body: answer.body)
        }
        guard let content = FileManager.default.contents(atPath: file.path), content.count == file.size else {
            return ClientResponse(.internalServerError)
        }
        let range = request.headers[.range].flatMap { ByteRange(field: $0) }.flatMap { $0.bytes(of: file.size) }
        var headers = answer.headers
        if let range { headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)" }
        return ClientResponse(
            range == nil ? answer.status : .partialContent, headers: headers,
            body: Array(content[range ?? file.range]))
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
