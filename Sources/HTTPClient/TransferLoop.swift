import CCurl
import EventLoops
import HTTP

/// The transfers under way on one loop.
///
/// `@unchecked Sendable`: but for `start`, `cancel` and `stop`, everything is used on the loop's thread only.
final class TransferLoop: EventLoopMember, @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Result<ClientResponse, TransportError>, Never>

    let seat: Seat
    private let configuration: CurlClient.Configuration
    private let multi: MultiHandle
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    private var idleHandles: [EasyHandle] = []
    private var deadlines: Deadlines
    private var isStopped = false

    init(_ configuration: CurlClient.Configuration, _ seat: Seat) {
        self.configuration = configuration
        self.seat = seat
        multi = MultiHandle(configuration, seat)
        deadlines = Deadlines(after: configuration.timeout)
        seat.take(self)
    }

    /// Begins a transfer; `continuation` gets what comes of it.
    func start(_ ticket: Ticket, _ request: ClientRequest, _ continuation: Continuation) {
        if seat.loop.isCurrent { return begin(ticket, request, continuation) }
        if !seat.loop.post({ self.begin(ticket, request, continuation) }) {
            continuation.resume(returning: .failure(Self.refusal(request)))
        }
    }

    /// Breaks a transfer off, if it has not ended yet.
    func cancel(_ ticket: Ticket) {
        seat.loop.post {
            if let transfer = self.transfers[ObjectIdentifier(ticket)] {
                self.finish(transfer, transfer.failure(.cancelled, "while under way"))
            }
        }
    }

    /// Breaks off all, and begins none any more.
    func stop() {
        seat.loop.post {
            self.isStopped = true
            for transfer in self.transfers.values {
                self.finish(transfer, transfer.failure(.cancelled, "the client was shut down"))
            }
        }
        seat.leave()
    }

    func happened(_ event: SocketEvent) { multi.act(on: event) }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        multi.advance(now)
        while let (transfer, code) = multi.nextFinished() { finish(transfer, transfer.result(code)) }
        let (deadline, rest) = (expireLate(now), multi.rest(now))
        guard let deadline, let rest else { return deadline ?? rest }
        return min(deadline, rest)
    }

    private func begin(_ ticket: Ticket, _ request: ClientRequest, _ continuation: Continuation) {
        guard !isStopped else { return continuation.resume(returning: .failure(Self.refusal(request))) }
        let easy = idleHandles.popLast() ?? EasyHandle()
        let transfer = Transfer(ticket, request, continuation, on: easy, configuration)
        transfers[ObjectIdentifier(ticket)] = transfer
        guard !ticket.isCancelled else { return finish(transfer, transfer.failure(.cancelled, "before it was sent")) }
        do throws(CurlFailure) {
            try easy.prepare(request, configuration)
            try transfer.connectCallbacks()
            try multi.add(easy)
            deadlines.append(ticket)
            seat.loop.wake()
        } catch {
            finish(transfer, transfer.result(error.code))
        }
    }

    private static func refusal(_ request: ClientRequest) -> TransportError {
        request.error(.cancelled, "after the client's shutdown")
    }

    /// Ends what has run out of time, and says how long the next one has.
    private func expireLate(_ now: ContinuousClock.Instant) -> Duration? {
        while let (ticket, instant) = deadlines.next(isUnderWay: { transfers[ObjectIdentifier($0)] != nil }) {
            guard instant <= now, let transfer = transfers[ObjectIdentifier(ticket)] else { return instant - now }
            finish(transfer, transfer.failure(.timedOut, "no whole answer within \(configuration.timeout)"))
        }
        return nil
    }

    /// Lets a transfer go: the only way out of `transfers`, taken once.
    private func finish(_ transfer: Transfer, _ result: Result<ClientResponse, TransportError>) {
        guard transfers.removeValue(forKey: ObjectIdentifier(transfer.ticket)) != nil else { return }
        multi.remove(transfer.easy)
        transfer.finish(result)
        let isSuccess = if case .success = result { true } else { false }
        transfer.easy.letGo(after: transfer.request, isSuccess: isSuccess)
        if idleHandles.count < configuration.maximumConnections { idleHandles.append(transfer.easy) }
    }
}
