import CCurl
import HTTP

/// The transfers under way, and the loop that moves them on.
///
/// Not `Sendable`: it is made and used up on one thread.
final class TransferLoop {
    private let configuration: CurlClient.Configuration
    private let multi: MultiHandle
    private let executor: LoopExecutor
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    private var idleHandles: [EasyHandle] = []
    private var deadlines: Deadlines
    private var isStopping = false

    private static let longestWait: Duration = .seconds(60)
    /// How often the mailbox is emptied before connections are looked at again: tasks may fill it without an end.
    private static let mailsInARow = 16

    init(_ configuration: CurlClient.Configuration, _ executor: LoopExecutor) {
        self.configuration = configuration
        self.executor = executor
        multi = MultiHandle(configuration, knock: executor.mailbox.knock)
        deadlines = Deadlines(after: configuration.timeout)
    }

    /// Runs until it is told to stop; whoever waits then is told that it was cancelled.
    func run() {
        executor.start()
        var commands: [Mailbox.Command] = []
        while true {
            for _ in 0..<Self.mailsInARow {
                executor.mailbox.take(&commands)
                if commands.isEmpty { break }
                commands.forEach(obey)
                commands.removeAll(keepingCapacity: true)
            }
            if isStopping { break }
            multi.advance()
            while let (transfer, code) = multi.nextFinished() { finish(transfer, transfer.result(code)) }
            let rest = expireLate()
            multi.wait(atMost: executor.mailbox.fallAsleep() ? rest : .zero)
        }
        executor.mailbox.close().forEach(obey)
        for transfer in transfers.values { finish(transfer, transfer.failure(.cancelled, "the client was shut down")) }
    }

    private func obey(_ command: Mailbox.Command) {
        switch command {
        case .start(let ticket, let request, let continuation): start(ticket, request, continuation)
        case .cancel(let ticket):
            if let transfer = transfers[ObjectIdentifier(ticket)] {
                finish(transfer, transfer.failure(.cancelled, "while under way"))
            }
        case .run(let job): executor.run(job)
        case .stop: isStopping = true
        }
    }

    private func start(_ ticket: Ticket, _ request: ClientRequest, _ continuation: Mailbox.Continuation) {
        let easy = idleHandles.popLast() ?? EasyHandle()
        let transfer = Transfer(ticket, request, continuation, on: easy, configuration)
        transfers[ObjectIdentifier(ticket)] = transfer
        guard !ticket.isCancelled else { return finish(transfer, transfer.failure(.cancelled, "before it was sent")) }
        do throws(CurlFailure) {
            try easy.prepare(request, configuration)
            try transfer.connectCallbacks()
            try multi.add(easy)
            deadlines.append(ticket)
        } catch {
            finish(transfer, transfer.result(error.code))
        }
    }

    /// Ends what has run out of time, and says how long the next one has.
    private func expireLate() -> Duration {
        let now = ContinuousClock.now
        while let (ticket, instant) = deadlines.next(isUnderWay: { transfers[ObjectIdentifier($0)] != nil }) {
            guard instant <= now, let transfer = transfers[ObjectIdentifier(ticket)] else { return instant - now }
            finish(transfer, transfer.failure(.timedOut, "no whole answer within \(configuration.timeout)"))
        }
        return Self.longestWait
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
