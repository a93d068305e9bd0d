import Dispatch

/// Threads for work that blocks or computes for a millisecond or more, which must not run on an event loop: writes to
/// disk, searches, password hashing, decoding of pictures.
///
/// A thread is started when work waits and none is idle, and ends when it has been idle for a while: an idle process has
/// none. Work is begun in the order in which it came. Work beyond `maximumWaiting` is refused.
public final class BlockingPool: Sendable {
    /// The pool is full: the caller should try again later.
    public struct Full: Error, Hashable {
        public init() {}
    }

    /// The figures of a pool.
    public struct Snapshot: Sendable {
        public var running = 0
        public var waiting = 0
        /// How many pieces of work were begun, ever.
        public var begun = 0
        /// How long they waited before they were begun, together.
        public var waited = Duration.zero
        /// How many were refused.
        public var refused = 0
    }

    private struct Work {
        let offered: ContinuousClock.Instant
        let run: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Work] = []
        var threads = 0
        /// Threads that wait for the semaphore and have not been signalled.
        var idle = 0
        var snapshot = Snapshot()
    }

    /// The pool of the process. The users limit themselves to fewer threads each, so that none keeps another waiting:
    /// 2 for hashing, 2 for pictures, 1 for personal data, 1 for the searches and 1 for the writes of each database.
    public static let shared = BlockingPool(threads: 8, maximumWaiting: 1_024)
    /// How long a thread waits for work before it ends.
    public static let idleTime = Duration.seconds(5)

    private let maximumThreads: Int
    private let maximumWaiting: Int
    private let idleTime: Duration
    private let state = Lock(State())
    private let hasWork = DispatchSemaphore(value: 0)

    public init(threads: Int, maximumWaiting: Int, idleTime: Duration = idleTime) {
        maximumThreads = threads
        self.maximumWaiting = maximumWaiting
        self.idleTime = idleTime
    }

    public var snapshot: Snapshot {
        state.withLock { state in
            var snapshot = state.snapshot
            snapshot.waiting = state.waiting.count
            return snapshot
        }
    }

    /// How many threads there are.
    public var threads: Int { state.withLock { $0.threads } }

    /// Runs `work` on a thread of the pool. The caller goes on on its own executor.
    ///
    /// - Throws: `Full`, or what `work` throws.
    public func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            let isTaken = offer { continuation.resume(returning: Result { try work() }) }
            if !isTaken { continuation.resume(returning: .failure(Full())) }
        }
        return try result.get()
    }

    /// Runs `work` on a thread of the pool some time later.
    ///
    /// - Returns: `false` where the pool is full, and `work` will not be run.
    public func offer(_ work: @escaping @Sendable () -> Void) -> Bool {
        enum Step { case signal, start, none, refuse }
        let step = state.withLock { state -> Step in
            guard state.waiting.count < maximumWaiting else {
                state.snapshot.refused += 1
                return .refuse
            }
            state.waiting.append(Work(offered: .now, run: work))
            if state.idle > 0 {
                state.idle -= 1
                return .signal
            }
            guard state.threads < maximumThreads else { return .none }
            state.threads += 1
            return .start
        }
        switch step {
        case .signal: hasWork.signal()
        // A serial queue has a thread of its own while it has something to do.
        case .start: DispatchQueue(label: "blocking pool").async { self.serve() }
        case .none: break
        case .refuse: return false
        }
        return true
    }

    private func serve() {
        repeat {
            while let work = next() {
                work.run()
                state.withLock { $0.snapshot.running -= 1 }
            }
        } while waitForWork()
    }

    /// The next piece of work; `nil` where there is none, and the thread counts as idle.
    private func next() -> Work? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.idle += 1
                return nil
            }
            let work = state.waiting.removeFirst()
            state.snapshot.running += 1
            state.snapshot.begun += 1
            state.snapshot.waited += .now - work.offered
            return work
        }
    }

    /// - Returns: `false` where nothing came, and the thread is to end.
    private func waitForWork() -> Bool {
        let (seconds, attoseconds) = idleTime.components
        let nanoseconds = Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        if hasWork.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success { return true }
        let ends = state.withLock { state in
            // All idle threads have been signalled, this one too, at this very moment.
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
        if ends { return false }
        hasWork.wait()
        return true
    }
}
