import CMicroHTTPD
import HTTP
import Logging
import Synchronization

/// What libmicrohttpd's callbacks work with.
final class ServerCore: Sendable {
    let limits: ServerLimits
    let log: Logger
    let isDraining = Atomic(false)
    /// What libmicrohttpd logged last: the only reason it gives for not starting.
    let lastWords = Mutex<String?>(nil)

    private let fault: @Sendable (Status, HeaderFields) -> Response
    private let handler: Handler
    private let inFlight = Atomic(0)
    private let suspended = Mutex<[RequestID: Exchange]>([:])

    init(
        limits: ServerLimits, log: Logger, fault: @escaping @Sendable (Status, HeaderFields) -> Response,
        handler: @escaping Handler
    ) {
        self.limits = limits
        self.log = log
        self.fault = fault
        self.handler = handler
    }

    /// Hands a request that has arrived to the handler.
    ///
    /// - Returns: the answer where the handler gave it without waiting; `nil` where the connection now waits.
    func handle(_ request: Request, _ exchange: Exchange) -> Response? {
        exchange.state.withLock { $0.phase = .handling }
        let handler = self.handler
        let task = Task.immediate {
            exchange.finish(Response.conditional(await handler(request), to: request))
        }
        return exchange.responseOrSuspend(task) { suspended.withLock { $0[exchange.id] = exchange } }
    }

    /// The answer to a request that could not be read.
    func response(to fault: Incoming.Fault, _ headers: HeaderFields) -> Response {
        let status: Status =
            switch fault {
            case .badTarget, .badForm: .badRequest
            case .badMethod: .notImplemented
            case .bodyTooLarge: .contentTooLarge
            }
        return self.fault(status, headers)
    }

    func began() { inFlight.add(1, ordering: .relaxed) }

    /// The exchange is over: libmicrohttpd has sent the answer, or has lost the client.
    func ended(_ exchange: Exchange, _ outcome: MHD_RequestTerminationCode) {
        inFlight.subtract(1, ordering: .relaxed)
        forget(exchange)
        logAccess(exchange, outcome)
    }

    /// A connection that waited goes on.
    func forget(_ exchange: Exchange) {
        suspended.withLock { _ = $0.removeValue(forKey: exchange.id) }
    }

    func cancelAll() {
        for exchange in suspended.withLock({ Array($0.values) }) { exchange.cancel() }
    }

    /// Answers every connection that still waits; the handlers' own answers come too late then.
    func answerAllStopping() {
        let response = fault(.serviceUnavailable, [:])
        for exchange in suspended.withLock({ Array($0.values) }) { exchange.finish(response) }
    }

    /// Returns when nothing is in flight, or after `time`.
    func waitUntilIdle(atMost time: Duration) async {
        let deadline = ContinuousClock.now + time
        while inFlight.load(ordering: .relaxed) > 0, ContinuousClock.now < deadline {
            // Shielded from cancellation, which would turn the wait into a spin.
            await Task { try? await Task.sleep(for: Self.idlePollingInterval) }.value
        }
    }

    private static let idlePollingInterval = Duration.milliseconds(5)

    private func logAccess(_ exchange: Exchange, _ outcome: MHD_RequestTerminationCode) {
        let (phase, method, bytes) = exchange.state.withLock { ($0.phase, $0.method, $0.responseBytes) }
        // The query is left out: it may hold what no log should.
        let path = exchange.target.map { String($0.prefix { $0 != "?" }) } ?? "(not UTF-8)"
        let time = Logger.Value.milliseconds((ContinuousClock.now - exchange.start) / .milliseconds(1))
        guard case .answered(let status) = phase else {
            log.info(
                "unanswered",
                ["method": .text(method), "path": .text(path), "ms": time, "id": .text(exchange.id.description)])
            return
        }
        log.info(
            outcome == .REQUEST_TERMINATED_COMPLETED_OK ? "request" : "request cut off",
            [
                "method": .text(method), "path": .text(path), "status": .number(status.rawValue),
                "bytes": .number(bytes), "ms": time,
                "from": .text(exchange.connection.remoteAddress ?? "-"), "id": .text(exchange.id.description),
            ])
    }
}
