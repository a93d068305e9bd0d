import Concurrency
import EventLoops
import Synchronization

/// A connection, and the loop on which it lives.
struct PooledConnection: Sendable {
    let connection: ClientConnection
    let loop: ConnectionLoop
}

/// The connections of a database. Each has one user at a time.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [PooledConnection] = []
        /// Connections that are open or being opened.
        var open = 0
        var waiting: [Waiting] = []
        /// The last failure to connect, which holds for `DatabaseLimits.outagePause`.
        var outage: (error: PostgreSQLError, at: ContinuousClock.Instant)?
        /// On whose loop the next connection lives.
        var nextLoop = 0
        var isClosed = false
    }

    private struct Waiting {
        let since: ContinuousClock.Instant
        /// `nil` tells to open a connection.
        let continuation: CheckedContinuation<Result<PooledConnection?, PostgreSQLError>, Never>
    }

    private enum Step {
        case use(PooledConnection)
        case connect
        case wait
        case fail(PostgreSQLError)
    }

    private static let closed = PostgreSQLError.lost("the program is stopping")

    private let address: ServerAddress
    private let limits: DatabaseLimits
    private let loops: [ConnectionLoop]
    private let threads = BlockingPool.shared
    private let state = Mutex(State())

    init(_ address: ServerAddress, on loops: [EventLoop], _ limits: DatabaseLimits) {
        precondition(!loops.isEmpty, "connections live on event loops")
        self.address = address
        self.limits = limits
        self.loops = loops.map { ConnectionLoop(on: $0) }
        for loop in self.loops { loop.begin() }
    }

    var figures: (open: Int, waiting: Int) { state.withLock { ($0.open, $0.waiting.count) } }

    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            state.idle = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in waiting { waiting.continuation.resume(returning: .failure(Self.closed)) }
        for loop in loops { loop.end() }
    }

    /// Takes a connection that is free, or opens one, or waits for one.
    func take() async throws(PostgreSQLError) -> PooledConnection {
        let result: Result<PooledConnection?, PostgreSQLError> = await withCheckedContinuation { continuation in
            let now = ContinuousClock.now
            let (step, late) = state.withLock { state in
                let late = Self.takeLate(&state, since: now - limits.waitingTime)
                let step = next(&state, now)
                if case .wait = step { state.waiting.append(Waiting(since: now, continuation: continuation)) }
                return (step, late)
            }
            for waiting in late { waiting.continuation.resume(returning: .failure(.overloaded)) }
            switch step {
            case .use(let connected): continuation.resume(returning: .success(connected))
            case .connect: continuation.resume(returning: .success(nil))
            case .wait: break
            case .fail(let error): continuation.resume(returning: .failure(error))
            }
        }
        if let connected = try result.get() { return connected }
        return try await connect()
    }

    /// Gives the connection to the caller that has waited longest.
    func giveBack(_ connected: PooledConnection) {
        let isUsable = connected.connection.isUsable
        let next = state.withLock { state -> Waiting? in
            guard !state.waiting.isEmpty, !state.isClosed else {
                if isUsable, !state.isClosed { state.idle.append(connected) } else { state.open -= 1 }
                return nil
            }
            return state.waiting.removeFirst()
        }
        // In place of a broken one, the next caller opens another.
        next?.continuation.resume(returning: .success(isUsable ? connected : nil))
    }

    /// Opens a connection beside those that are counted, for a single user.
    func connectAlone(
        heard: @escaping @Sendable (Notification) -> Void
    ) async throws(PostgreSQLError) -> PooledConnection {
        do {
            let connection = try await threads.run { [address, limits] in
                try ClientConnection(to: address, limits, heard: heard)
            }
            return place(connection)
        } catch { throw error as? PostgreSQLError ?? .overloaded }
    }

    /// Gives a connection to a loop.
    private func place(_ connection: ClientConnection) -> PooledConnection {
        let index = state.withLock { state in
            state.outage = nil
            state.nextLoop = (state.nextLoop + 1) % loops.count
            return state.nextLoop
        }
        loops[index].add(connection)
        return PooledConnection(connection: connection, loop: loops[index])
    }

    /// Opens a connection; its place among the open ones is taken already.
    private func connect() async throws(PostgreSQLError) -> PooledConnection {
        do {
            return place(try await threads.run { [address, limits] in try ClientConnection(to: address, limits) })
        } catch {
            let error = error as? PostgreSQLError ?? .overloaded
            let waiting = state.withLock { state in
                state.open -= 1
                if case .unreachable = error { state.outage = (error, .now) }
                // Where others are open, one of them will be free.
                guard state.open == 0 else { return [Waiting]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiting in waiting { waiting.continuation.resume(returning: .failure(error)) }
            throw error
        }
    }

    private func next(_ state: inout State, _ now: ContinuousClock.Instant) -> Step {
        guard !state.isClosed else { return .fail(Self.closed) }
        while let connected = state.idle.popLast() {
            if connected.connection.isUsable { return .use(connected) }
            state.open -= 1
        }
        if state.open < limits.connections {
            if let outage = state.outage, now - outage.at < limits.outagePause { return .fail(outage.error) }
            state.open += 1
            return .connect
        }
        return state.waiting.count < limits.waiting ? .wait : .fail(.overloaded)
    }

    /// Takes out those who have waited since before `moment`.
    private static func takeLate(_ state: inout State, since moment: ContinuousClock.Instant) -> [Waiting] {
        let late = Array(state.waiting.prefix { $0.since < moment })
        state.waiting.removeFirst(late.count)
        return late
    }
}
