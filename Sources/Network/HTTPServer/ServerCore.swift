import CMicroHTTPD
import Bytes
import EventLoops
import Glibc
import HTTP
import Logging
import Synchronization

/// What libmicrohttpd's callbacks work with.
final class ServerCore: Sendable {
    let limits: ServerLimits
    let isEncrypted: Bool
    /// `nil` where no request may bring files.
    let uploads: UploadFolder?
    let proxies: TrustedProxies
    let quota: ConnectionQuota
    let log: Logger
    let isDraining = Atomic(false)
    /// Whether nothing may wait any more: the daemon is about to stop.
    private let isStopping = Atomic(false)
    /// What libmicrohttpd logged last: the only reason it gives for not starting.
    let lastLogLine = Mutex<String?>(nil)

    private let fault: @Sendable (Status, HeaderFields) -> Response
    private let handler: Handler
    private let ids = RequestIDs()
    private let inFlight = Atomic(0)
    private let openStreams = Atomic(0)
    private let suspended = Mutex<[RequestID: Exchange]>([:])

    init(
        _ configuration: ServerConfiguration, log: Logger,
        fault: @escaping @Sendable (Status, HeaderFields) -> Response, handler: @escaping Handler
    ) throws(ServerError) {
        if let uploads = configuration.uploads { self.uploads = try UploadFolder(uploads) } else { uploads = nil }
        limits = configuration.limits
        isEncrypted = configuration.tls != nil
        proxies = configuration.proxies
        quota = ConnectionQuota(limit: configuration.limits.connectionsPerAddress)
        self.log = log
        self.fault = fault
        self.handler = handler
    }

    /// Hands a request that has arrived to the handler.
    ///
    /// - Returns: the answer where the handler gave it without waiting; `nil` where the connection now waits.
    func handle(_ request: Request, _ exchange: Exchange) -> Response? {
        // A connection that was kept open may ask until the very end.
        if isStopping.load(ordering: .sequentiallyConsistent) { return fault(.serviceUnavailable, [:]) }
        exchange.state.withLock { $0.phase = .handling }
        let handler = self.handler
        let task = Task.immediate(executorPreference: exchange.daemon.registration.loop) {
            exchange.finish(Response.conditional(await handler(request), to: request, isHead: exchange.isHead))
        }
        let response = exchange.responseOrSuspend(task) { suspended.withLock { $0[exchange.id] = exchange } }
        // Either those who are answered at the end hold this one, or it sees here that the end has come.
        if response == nil, isStopping.load(ordering: .sequentiallyConsistent) {
            exchange.finish(fault(.serviceUnavailable, [:]))
        }
        return response
    }

    /// Asks what files a request may bring, whose body has not been read.
    ///
    /// - Returns: whether the connection now waits for the answer.
    func admit(_ request: Request, _ incoming: Incoming, _ exchange: Exchange, _ uploads: UploadFolder) -> Bool {
        exchange.state.withLock { $0.phase = .admitting(incoming) }
        let task = Task.immediate(executorPreference: exchange.daemon.registration.loop) {
            let limits = await uploads.configuration.admission(request)
            exchange.admit { incoming in
                guard let limits else { return }
                incoming.admit(limits, in: uploads)
                exchange.daemon.transferBegins(exchange.served)
            }
            self.forget(exchange)
        }
        return exchange.suspendUnlessAdmitted(task) { suspended.withLock { $0[exchange.id] = exchange } }
    }

    /// The response for a file that can't be sent: one that has just been deleted, say.
    func response(to failure: FileFailure) -> Response { fault(failure.status, [:]) }

    /// The answer to a request that could not be read.
    func response(to fault: Incoming.Fault, _ headers: HeaderFields) -> Response {
        let status: Status =
            switch fault {
            case .badHead, .badTarget, .badForm: .badRequest
            case .badMethod: .notImplemented
            case .bodyTooLarge, .refused(.tooLarge), .refused(.tooMany): .contentTooLarge
            case .refused(.busy): .serviceUnavailable
            case .refused(.noSpace): .insufficientStorage
            }
        return self.fault(status, headers)
    }

    /// The same for one that leaves unclear where the next request begins: it is the last of its connection.
    func lastResponse(to fault: Incoming.Fault, _ headers: HeaderFields) -> Response {
        var response = response(to: fault, headers)
        response.headers[.connection] = "close"
        return response
    }

    /// The network whose connections an address counts towards; `nil` where it is not limited.
    func limitedNetwork(of address: IPAddress?) -> IPNetwork? {
        guard let address, !proxies.trusts(address) else { return nil }
        return address.subscriberNetwork
    }

    /// A request has begun; this is its number.
    func began() -> RequestID {
        inFlight.add(1, ordering: .relaxed)
        return ids.next()
    }

    /// The answer is a stream: the exchange is in flight no longer, for it lasts as long as it pleases.
    func open(_ stream: EventStream, on exchange: Exchange, _ status: Status) {
        stream.open(exchange, greeting: StreamLimits.comment)
        exchange.state.withLock { state in
            state.phase = .streaming(Exchange.Streaming(status: status, stream: stream))
            state.task = nil
        }
        openStreams.add(1, ordering: .relaxed)
        exchange.daemon.streams.add(stream, on: exchange.served, .now)
        inFlight.subtract(1, ordering: .relaxed)
    }

    /// The exchange is over: libmicrohttpd has sent the answer, or has lost the client.
    func ended(_ exchange: Exchange, _ outcome: MHD_RequestTerminationCode) {
        switch exchange.state.withLock({ $0.phase }) {
        case .streaming(let streaming):
            exchange.daemon.streams.remove(exchange.served)
            let isWhole = outcome == .REQUEST_TERMINATED_COMPLETED_OK
            let (ending, bytes) = streaming.stream.close(isWhole ? .ended : .clientGone)
            logStream(exchange, streaming.status, ending, bytes: bytes)
            openStreams.subtract(1, ordering: .relaxed)
            return
        case .finished(let response):
            forget(exchange)
            response.stream?.close(.clientGone)
        case .suspended, .awaitingAdmission: forget(exchange)
        case .started, .admitting, .admitted, .receiving, .handling, .answered: break
        }
        inFlight.subtract(1, ordering: .relaxed)
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
        isStopping.store(true, ordering: .sequentiallyConsistent)
        let response = fault(.serviceUnavailable, [:])
        for exchange in suspended.withLock({ Array($0.values) }) { exchange.finish(response) }
    }

    /// Returns when no request is in flight, or after `time`.
    func waitUntilIdle(atMost time: Duration) async {
        await wait(atMost: time) { inFlight.load(ordering: .relaxed) > 0 }
    }

    /// Returns when no stream is open, or after `time`.
    func waitUntilSilent(atMost time: Duration) async {
        await wait(atMost: time) { openStreams.load(ordering: .relaxed) > 0 }
    }

    private func wait(atMost time: Duration, while isBusy: () -> Bool) async {
        let deadline = ContinuousClock.now + time
        while isBusy(), ContinuousClock.now < deadline {
            // Shielded from cancellation, which would turn the wait into a spin.
            await Task { try? await Task.sleep(for: Self.idlePollingInterval) }.value
        }
    }

    private static let idlePollingInterval = Duration.milliseconds(5)
}
