import Concurrency
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import HTTP

/// The responses that are being received.
final class Responses: NSObject, URLSessionDataDelegate {
    struct Failure: Error {
        let reason: TransportError.Reason
        let detail: String
    }

    typealias Outcome = Result<ClientResponse, Failure>

    private struct Receiving {
        let continuation: CheckedContinuation<Outcome, Never>
        var body: [UInt8] = []
        var isTooLarge = false
    }

    private struct State {
        var receiving: [Int: Receiving] = [:]
        /// The tasks that were cancelled before anybody waited for them.
        var cancelled: Set<Int> = []
    }

    private let maximumBytes: Int
    private let state = Lock(State())

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Resumes the continuation once with the response to the task.
    ///
    /// - Returns: whether the task is to be started.
    func await(_ task: URLSessionTask, _ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isCancelled = state.withLock { state in
            if state.cancelled.contains(task.taskIdentifier) { return true }
            state.receiving[task.taskIdentifier] = Receiving(continuation: continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: Self.cancelled) }
        return !isCancelled
    }

    func cancel(_ task: URLSessionTask) {
        let receiving = state.withLock { state in
            state.cancelled.insert(task.taskIdentifier)
            return state.receiving.removeValue(forKey: task.taskIdentifier)
        }
        receiving?.continuation.resume(returning: Self.cancelled)
        task.cancel()
    }

    /// To be called when nobody waits for the task any more.
    func forget(_ task: URLSessionTask) { state.withLock { _ = $0.cancelled.remove(task.taskIdentifier) } }

    private static let cancelled = Outcome.failure(Failure(reason: .cancelled, detail: ""))

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            guard var response = state.receiving.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            response.isTooLarge = response.isTooLarge || response.body.count + data.count > maximumBytes
            if !response.isTooLarge { response.body += data }
            state.receiving[dataTask.taskIdentifier] = response
            return response.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let received = state.withLock({ $0.receiving.removeValue(forKey: task.taskIdentifier) }) else { return }
        received.continuation.resume(returning: Self.outcome(of: task, received, error))
    }

    private static func outcome(of task: URLSessionTask, _ received: Receiving, _ error: (any Error)?) -> Outcome {
        if received.isTooLarge { return .failure(Failure(reason: .bodyTooLarge, detail: "")) }
        if let error {
            let code = (error as? URLError)?.code.rawValue ?? 0
            return .failure(Failure(reason: reason(error), detail: "URLError \(code)"))
        }
        guard let response = task.response as? HTTPURLResponse, let status = Status(rawValue: response.statusCode)
        else {
            return .failure(Failure(reason: .connectionLost, detail: "not HTTP"))
        }
        var headers = HeaderFields()
        for (name, value) in response.allHeaderFields {
            guard let text = name as? String, let name = FieldName(text), let value = value as? String else { continue }
            let values = name == .setCookie ? SetCookieList(value).values : [value]
            for value in values { headers.append(name, value) }
        }
        return .success(ClientResponse(status, headers: headers, body: received.body))
    }

    private static func reason(_ error: any Error) -> TransportError.Reason {
        switch (error as? URLError)?.code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .cannotConnect
        case .badURL, .unsupportedURL: .badURL
        default: .connectionLost
        }
    }
}
