public import Concurrency
import Synchronization

/// A database that any thread may use: one connection that writes, and others that read meanwhile.
///
/// A keyed read takes some microseconds and is done on the caller's thread. Writes and long reads are done in a
/// `BlockingPool`, so that no event loop waits for the disk. A read sees all that was written before through this value,
/// whichever connection is used (https://sqlite.org/isolation.html).
public final class Database: Sendable {
    /// All writing is done by this one, and reading while it is free.
    private let connection: Mutex<Connection>
    private let readers: [Reader]
    /// For long reads; `nil` where there can be one connection only.
    private let longReader: Reader?
    /// 0 is the connection that writes, then come the readers.
    private let free: FreeConnections
    private let pool: BlockingPool
    private let longReads: PoolShare
    private let waitingWrites = Mutex(WaitingWrites())

    private struct WaitingWrites {
        var writes: [WaitingWrite] = []
        /// Whether the pool works on them, or is about to.
        var isDraining = false
    }

    /// How many connections read beside the one that writes. Each holds up to two mebibytes of the database.
    public static let maximumReaders = 3
    /// How many long reads may wait for the one connection that does them.
    public static let maximumWaitingLongReads = 64
    /// How many writes may wait.
    public static let maximumWaitingWrites = 1_024
    /// How many writes share a transaction at most: the first of them waits for all.
    static let maximumWritesPerTransaction = 64

    /// Opens the database and brings it up to date.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, migrations: Migrations, pool: BlockingPool = .shared) throws {
        var connection = try Connection(location)
        try migrations.apply(to: &connection)
        self.connection = Mutex(connection)
        self.pool = pool
        longReads = PoolShare(pool, limit: 1, maximumWaiting: Self.maximumWaitingLongReads)
        switch location {
        case .file:
            readers = (0..<Self.maximumReaders).map { _ in Reader(location) }
            longReader = Reader(location)
        case .memory: (readers, longReader) = ([], nil)
        }
        free = FreeConnections(count: 1 + readers.count)
    }

    /// Runs `body` alone with a connection, on which it must not write. It must neither wait nor call this database again.
    public func read<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let taken = free.take()
        defer { free.giveBack(taken) }
        // Where none is free, a reader is soon; a write may take milliseconds.
        let index = taken ?? readers.count
        if index > 0, let result = try readers[index - 1].read(body) { return result }
        return try connection.withLock { connection throws(Failure) in try body(&connection) }
    }

    /// The same for what may take milliseconds, in the pool and on a connection of its own: nobody but other long reads
    /// waits for it, where the database is a file.
    ///
    /// - Throws: `BlockingPool.Full`; `CancellationError`, before `body` begins; what `body` throws.
    public func longRead<Result: Sendable>(
        _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws -> Result {
        try await longReads.run {
            if let result = try self.longReader?.read(body) { return result }
            return try self.read(body)
        }
    }

    /// Does all that `body` does, or nothing of it, in the pool. It must neither wait nor call this database again.
    ///
    /// Writes are done in the order in which they came. Those that wait together share a transaction, and so one sync to
    /// the disk. An error of one takes back what that one did; only where the transaction itself fails, such as on a full
    /// disk, all of them fail. A write is done to its end also when its caller is cancelled.
    ///
    /// - Throws: `BlockingPool.Full`; `SQLiteError`; what `body` throws.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let write = WaitingWrite(
                run: { connection in
                    let result = try body(&connection)
                    return { continuation.resume(returning: result) }
                },
                fail: { continuation.resume(throwing: $0) })
            if !enqueue(write) { continuation.resume(throwing: BlockingPool.Full()) }
        }
    }

    /// The same on the caller's thread, which waits: for commands and the start, not for an event loop.
    public func writeNow<Result: Sendable>(_ body: (inout Connection) throws -> Result) throws -> Result {
        free.remove(0)
        defer { free.giveBack(0) }
        return try connection.withLock { try $0.transaction(body) }
    }

    /// How many writes wait.
    public var waiting: Int { waitingWrites.withLock { $0.writes.count } }

    private func enqueue(_ write: WaitingWrite) -> Bool {
        let starts = waitingWrites.withLock { waiting -> Bool? in
            guard waiting.writes.count < Self.maximumWaitingWrites else { return nil }
            waiting.writes.append(write)
            defer { waiting.isDraining = true }
            return !waiting.isDraining
        }
        guard let starts else { return false }
        if starts, !pool.offer({ self.drain() }) {
            while let writes = nextWrites() { for write in writes { write.fail(BlockingPool.Full()) } }
        }
        return true
    }

    private func drain() {
        while let writes = nextWrites() {
            let outcomes = Result { try writeNow { connection in try connection.run(writes) } }
            switch outcomes {
            case .success(let tell): for tell in tell { tell() }
            case .failure(let error): for write in writes { write.fail(error) }
            }
        }
    }

    /// The writes of the next transaction; `nil` where none wait.
    private func nextWrites() -> [WaitingWrite]? {
        waitingWrites.withLock { waiting in
            let next = Array(waiting.writes.prefix(Self.maximumWritesPerTransaction))
            waiting.writes.removeFirst(next.count)
            waiting.isDraining = !next.isEmpty
            return next.isEmpty ? nil : next
        }
    }

    /// A number that is another one when something else than this value has written to the database, such as another
    /// process (https://sqlite.org/pragma.html#pragma_data_version).
    public func foreignVersion() throws -> Int64 {
        // Each connection counts for itself, and does not count what it writes.
        try connection.withLock { try $0.row("PRAGMA data_version") { $0.integer(0) } ?? 0 }
    }
}

/// A connection that only reads, opened when it is first needed.
private final class Reader: Sendable {
    private let location: Location
    private let connection = Mutex<Connection?>(nil)

    init(_ location: Location) { self.location = location }

    /// - Returns: `nil` where the connection can't be opened.
    func read<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try connection.withLock { connection throws(Failure) -> Result? in
            guard var open = connection.take() ?? (try? Connection(location, access: .reading)) else { return nil }
            do throws(Failure) {
                let result = try body(&open)
                connection = consume open
                return result
            } catch {
                connection = consume open
                throw error
            }
        }
    }
}

/// Which of a few connections are free, a bit for each. It only says which lock need not be waited for: to try the lock
/// of a `Mutex` that is taken would be a system call.
private final class FreeConnections: Sendable {
    private let free: Atomic<UInt32>

    init(count: Int) { free = Atomic((1 << count) - 1) }

    /// Takes the first one that is free; `nil` where none is.
    func take() -> Int? {
        var seen = free.load(ordering: .relaxed)
        while seen != 0 {
            let (isTaken, now) = free.compareExchange(
                expected: seen, desired: seen & (seen - 1), ordering: .relaxed)
            if isTaken { return seen.trailingZeroBitCount }
            seen = now
        }
        return nil
    }

    /// Takes one, whether or not it is free.
    func remove(_ index: Int) { free.bitwiseAnd(~(1 << index), ordering: .relaxed) }

    func giveBack(_ index: Int?) {
        if let index { free.bitwiseOr(1 << index, ordering: .relaxed) }
    }
}
