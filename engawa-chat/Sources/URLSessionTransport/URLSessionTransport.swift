#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif
public import HTTP

/// Sends requests with `URLSession`.
///
/// Cookies are header fields like others: the session keeps none, caches nothing, and follows no redirects.
public final class URLSessionTransport: Transport {
    /// Bounds of a request.
    public struct Limits: Sendable {
        /// How long the response may take, with its body.
        public var time: Duration
        /// How large the response's body may be.
        public var body: ByteCount

        public init(time: Duration = .seconds(15), body: ByteCount = .mebibytes(8)) {
            self.time = time
            self.body = body
        }
    }

    private let session: URLSession
    private let responses: Responses

    /// - Parameter configuration: its settings of cookies, caches and time are replaced.
    public init(limits: Limits = Limits(), configuration: URLSessionConfiguration = .ephemeral) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let seconds = limits.time / .seconds(1)
        configuration.timeoutIntervalForRequest = seconds
        configuration.timeoutIntervalForResource = seconds
        responses = Responses(maximumBytes: limits.body.bytes)
        session = URLSession(configuration: configuration, delegate: responses, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        guard let url = URL(string: request.url), let scheme = url.scheme, ["http", "https"].contains(scheme) else {
            throw TransportError(.badURL, method: request.method, url: request.url, detail: "not an http URL")
        }
        var sent = URLRequest(url: url)
        sent.httpMethod = request.method.rawValue
        sent.httpBody = request.body.map { Data($0) }
        sent.httpShouldHandleCookies = false
        for field in request.headers.fields { sent.addValue(field.value, forHTTPHeaderField: field.name.canonical) }
        if let trace = request.trace {
            sent.setValue(trace.description, forHTTPHeaderField: FieldName.traceParent.canonical)
        }
        let task = session.dataTask(with: sent)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if responses.await(task, continuation) { task.resume() }
            }
        } onCancel: {
            responses.cancel(task)
        }
        responses.forget(task)
        switch outcome {
        case .success(let response): return response
        case .failure(let failure):
            throw TransportError(
                failure.reason, method: request.method, url: request.url, detail: failure.detail)
        }
    }
}
