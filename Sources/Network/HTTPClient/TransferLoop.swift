import CCurl
import EventLoops
import HTTP

/// The requests under way on one loop.
///
/// `@unchecked Sendable`: but for `start`, `cancel` and `stop`, everything is used on the loop's thread only.
final class TransferLoop: EventLoopMember, @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Result<ClientResponse, TransportError>, Never>

    let registration: Registration
    private let configuration: CurlClient.Configuration
    private let multi: MultiHandle
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    private var idleHandles: [EasyHandle] = []
    private let plain: PlainConnections?
    private let kept: KeptSockets
    private let untrusted = UntrustedOrigins()
    private var deadlines: Deadlines
    /// Whether the loop will wake at the next deadline, or before.
    private var isTimed = false
    private var isStopped = false

    init(_ configuration: CurlClient.Configuration, _ registration: Registration) {
        self.configuration = configuration
        self.registration = registration
        multi = MultiHandle(configuration, registration)
        kept = KeptSockets(maximumConnections: configuration.maximumConnections)
        plain =
            configuration.readsPlainAnswers ? PlainConnections(configuration, registration, untrusted: untrusted) : nil
        deadlines = Deadlines(after: configuration.timeout)
        registration.begin(self)
    }

    /// Begins a request; `continuation` gets what comes of it.
    func start(
        _ token: RequestToken, _ request: ClientRequest, _ files: FileTransfer?, _ continuation: Continuation
    ) {
        let pending = PendingRequest(token, request, files, continuation)
        if registration.loop.isCurrent { return begin(pending) }
        if !registration.loop.post({ self.begin(pending) }) { Self.refuse(pending) }
    }

    /// Breaks a request off, if it has not ended yet.
    func cancel(_ token: RequestToken) {
        registration.loop.post { self.breakOff(token, .cancelled, "while under way") }
    }

    /// Breaks off all, and begins none any more.
    func stop() {
        registration.loop.post {
            self.isStopped = true
            let reason = "the client was shut down"
            for transfer in self.transfers.values { self.remove(transfer)?.fail(.cancelled, reason) }
            for pending in self.plain?.takeBackAll() ?? [] { pending.fail(.cancelled, reason) }
        }
        registration.end()
    }

    func handle(_ event: SocketEvent) {
        switch plain?.handle(on: event.socket) ?? .unknownSocket {
        case .answered(let pending, let response): pending.finish(.success(response))
        case .unanswered(let pending): transfer(pending)
        case .nothing: break
        case .unknownSocket: multi.act(on: event)
        }
    }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        multi.advance(now)
        while let (transfer, code) = multi.nextFinished() { finish(transfer, code) }
        let late = expireLate(now)
        isTimed = late != nil
        return Self.sooner(late, Self.sooner(multi.rest(now), plain?.closeUnused(now)))
    }

    private static func sooner(_ one: Duration?, _ other: Duration?) -> Duration? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private func begin(_ pending: PendingRequest) {
        guard !isStopped else { return Self.refuse(pending) }
        guard !pending.token.isCancelled else { return pending.fail(.cancelled, "before it was sent") }
        deadlines.append(pending.token)
        // In another member's turn the loop has computed already how long it may sleep.
        if !isTimed {
            isTimed = true
            registration.loop.wake()
        }
        guard let plain, pending.files == nil, plain.suits(pending.request) else { return transfer(pending) }
        if !plain.send(pending) { transfer(pending, onlyConnects: true) }
    }

    /// - Parameter onlyConnects: whether libcurl is to open a connection for the request, not to send it.
    private func transfer(_ pending: PendingRequest, onlyConnects: Bool = false) {
        let easy = idleHandles.popLast() ?? EasyHandle()
        let transfer = Transfer(
            pending, on: easy, onlyConnects: onlyConnects, configuration, kept: kept, untrusted: untrusted)
        transfers[ObjectIdentifier(pending.token)] = transfer
        if onlyConnects { plain?.openings += 1 }
        do throws(CurlFailure) {
            try easy.prepare(pending.request, pending.files, configuration)
            if onlyConnects {
                try easy.onlyConnect()
            } else if untrusted.contains(pending.request.splitURL.origin) {
                try transfer.useConnectionOnce()
            }
            try transfer.connectCallbacks()
            try transfer.openFiles()
            try multi.add(easy)
            registration.loop.wake()
        } catch {
            finish(transfer, error.code)
        }
    }

    private static func refuse(_ pending: PendingRequest) { pending.fail(.cancelled, "after the client's shutdown") }

    /// Ends what has run out of time, and says how long the next one has.
    private func expireLate(_ now: ContinuousClock.Instant) -> Duration? {
        while let (token, instant) = deadlines.next() {
            guard instant <= now else { return instant - now }
            guard breakOff(token, .timedOut, "no whole answer within \(configuration.timeout)") else { return nil }
        }
        return nil
    }

    /// Ends a request without an answer; `false` where it is not under way.
    @discardableResult
    private func breakOff(_ token: RequestToken, _ reason: TransportError.Reason, _ detail: String) -> Bool {
        let pending =
            if let transfer = transfers[ObjectIdentifier(token)] { remove(transfer) } else { plain?.takeBack(token) }
        pending?.fail(reason, detail)
        return pending != nil
    }

    /// What is to be done when libcurl has ended a transfer with `code`.
    private func finish(_ transfer: Transfer, _ code: CURLcode) {
        if transfer.isConnectionUnsound {
            // Nothing was sent, and libcurl has closed that connection. It may have others.
            if let pending = remove(transfer) { self.transfer(pending) }
            return
        }
        if code == CURLE_OK, !transfer.onlyConnects, let (ends, socket) = transfer.easy.keptConnection {
            kept.add(ends, socket)
        }
        let result = transfer.onlyConnects && code == CURLE_OK ? nil : transfer.result(code)
        let socket = result == nil ? transfer.easy.copyOfSocket() : nil
        guard let pending = remove(transfer, isSuccess: code == CURLE_OK) else { return }
        if let result { return pending.finish(result) }
        if let plain, let socket, plain.send(pending, overNew: socket) { return }
        self.transfer(pending)
    }

    /// Lets a transfer go: the only way out of `transfers`, taken once.
    @discardableResult
    private func remove(_ transfer: Transfer, isSuccess: Bool = false) -> PendingRequest? {
        guard transfers.removeValue(forKey: ObjectIdentifier(transfer.token)) != nil else { return nil }
        if transfer.onlyConnects { plain?.openings -= 1 }
        multi.remove(transfer.easy)
        let isOrdinary = !transfer.onlyConnects && !transfer.isReuseForbidden
        transfer.easy.letGo(after: transfer.request, isSuccess: isSuccess && isOrdinary)
        if idleHandles.count < configuration.maximumConnections { idleHandles.append(transfer.easy) }
        return transfer.pending
    }
}
