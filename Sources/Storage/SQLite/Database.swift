public import Concurrency
import Synchronization

/// A database that any thread may use: one connection that writes, and others that read meanwhile.
///
/// A keyed read takes some microseconds and is done on the caller's thread. Writes and long reads are done in a
/// `BlockingPool`, so that no event loop waits for the disk. A read sees all that was written before through this value,
/// whichever connection is used (https://sqlite.org/isolation.html).
public final class Database: Sendable {
    /// The connection that writes; it also reads while it is free.
    private let connection: Mutex<Connection>
    private let readers: [Reader]
    /// For long reads; `nil` for a database in memory, which has one connection.
    private let longReader: Reader?
    /// 0 is the connection that writes; the readers follow.
    private let free: FreeConnections
    private let lastForeignVersion: Atomic<Int64>
    private let pool: BlockingPool
    private let longReads: PoolShare
    private let waitingWrites = Mutex(WaitingWrites())
    private let location: Location
    private let files: DatabaseFiles
    private let writeCheck: WriteCheck

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
    /// How long a database is checked when it is opened. Of a large one, the check sees a part.
    static let checkTime = Duration.seconds(2)
    /// The header of a database (https://sqlite.org/fileformat.html#the_database_header). SQLite takes a shorter file for
    /// an empty one.
    private static let headerBytes = 100
    /// How many writes share a transaction at most: the first of them waits for all.
    static let maximumWritesPerTransaction = 64

    /// Opens the database, checks its structure for `checkTime` at most, and brings it up to date.
    /// - Throws: `UnopenedDatabase`, `DamagedDatabase`, `NewerDatabase`.
    public convenience init(_ location: Location, migrations: Migrations, pool: BlockingPool = .shared) throws {
        try self.init(location, migrations: migrations, pool: pool, now: { .now })
    }

    /// - Parameter now: the clock of `checkWriting()`.
    init(
        _ location: Location, migrations: Migrations, pool: BlockingPool = .shared,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws {
        var connection = try Self.open(location, migrations)
        let foreignVersion = try connection.dataVersion()
        self.location = location
        files = DatabaseFiles(location)
        writeCheck = WriteCheck(now: now)
        lastForeignVersion = Atomic(foreignVersion)
        self.connection = Mutex(connection)
        self.pool = pool
        longReads = PoolShare(pool, limit: 1, maximumWaiting: Self.maximumWaitingLongReads)
        switch location {
        case .file:
            readers = (0..<Self.maximumReaders).map { [files] _ in Reader(location, files) }
            longReader = Reader(location, files)
        case .memory: (readers, longReader) = ([], nil)
        }
        free = FreeConnections(count: 1 + readers.count)
    }

    private static func open(_ location: Location, _ migrations: Migrations) throws -> Connection {
        do {
            if let bytes = location.fileBytes, (1..<headerBytes).contains(bytes) {
                throw DamagedDatabase(path: location.path, problems: ["it has \(bytes) bytes"])
            }
            var connection = try Connection(location)
            if case .file(let path) = location,
                case .damaged(let problems) = try connection.quickCheck(within: checkTime)
            {
                throw DamagedDatabase(path: path, problems: problems)
            }
            try migrations.apply(to: &connection)
            return connection
        } catch let error as SQLiteError {
            guard error.isDamage else { throw UnopenedDatabase(path: location.path, cause: error) }
            throw DamagedDatabase(path: location.path, problems: [error.message])
        }
    }

    /// Runs `body` alone with a connection, on which it must not write. It must neither wait nor call this database again.
    public func read<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let taken = free.take()
        defer { free.giveBack(taken) }
        // If none is free, waits for a reader: a write may take milliseconds.
        let index = taken ?? readers.count
        if index > 0, let result = try readers[index - 1].read(body) { return result }
        return try connection.withLock { connection throws(Failure) in try body(&connection) }
    }

    /// Runs a read that may take milliseconds, in the pool and on a connection of its own, so that only other long reads
    /// wait for it. A database in memory has one connection only.
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

    /// Runs `body` in the pool, in a transaction. It must neither wait nor call this database again.
    ///
    /// Writes are done in order. Those that wait together share a transaction, and so one sync to the disk. An error of
    /// one rolls back only that one; all fail only if the transaction itself fails, such as on a full disk. A write is
    /// completed even if its caller is cancelled.
    ///
    /// - Parameter durability: a transaction is synced if one of its writes is `.synced`.
    /// - Throws: `BlockingPool.Full`; `NotStored`; `SQLiteError`; what `body` throws.
    public func write<Result: Sendable>(
        durability: Durability = .synced, _ body: @escaping @Sendable (inout Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let write = WaitingWrite(
                durability: durability,
                run: { connection in
                    let result = try body(&connection)
                    return { continuation.resume(returning: result) }
                },
                fail: { [location] in continuation.resume(throwing: NotStored($0, of: location) ?? $0) })
            if !enqueue(write) { continuation.resume(throwing: BlockingPool.Full()) }
        }
    }

    /// The same on the caller's thread, which waits for the disk: for commands and the start, not for an event loop.
    public func writeNow<Result: Sendable>(
        durability: Durability = .synced, _ body: (inout Connection) throws -> Result
    ) throws -> Result {
        free.beginWriting()
        defer { free.endWriting() }
        return try connection.withLock { connection in
            defer { noteForeignVersion(&connection) }
            do {
                try connection.set(durability)
                return try connection.transaction { connection in
                    try files.check()
                    return try body(&connection)
                }
            } catch {
                throw NotStored(error, of: location) ?? error
            }
        }
    }

    /// Writes a page as it is, to see whether a write reaches the disk. It is tried at most once in
    /// `WriteCheck.interval`; other callers get the last outcome.
    ///
    /// - Throws: as `write`.
    public func checkWriting() async throws {
        try await writeCheck.outcome {
            try await self.write { connection in
                let version = try connection.row("PRAGMA user_version") { $0.integer(0) } ?? 0
                try connection.execute("PRAGMA user_version = \(version)")
            }
        }
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
            let durability: Durability = writes.contains { $0.durability == .synced } ? .synced : .unsynced
            let outcomes = Result { try writeNow(durability: durability) { connection in try connection.run(writes) } }
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

    /// A number that changes when anything but this value writes to the database, such as another process
    /// (https://sqlite.org/pragma.html#pragma_data_version). During a write it is the one of before: it never waits.
    public func foreignVersion() throws -> Int64 {
        // Each connection has its own number, which its own writes do not change.
        _ = try connection.withLockIfAvailable { connection in
            lastForeignVersion.store(try connection.dataVersion(), ordering: .relaxed)
        }
        return lastForeignVersion.load(ordering: .relaxed)
    }

    /// Called after each write, so that writes without a pause do not hide what others write. Where the number can't be
    /// read, it stays as it was, and the next write or look reads it.
    private func noteForeignVersion(_ connection: inout Connection) {
        guard let now = try? connection.dataVersion() else { return }
        lastForeignVersion.store(now, ordering: .relaxed)
    }
}

extension Connection {
    fileprivate mutating func dataVersion() throws -> Int64 { try row("PRAGMA data_version") { $0.integer(0) } ?? 0 }
}

/// A connection that only reads, opened when it is first needed.
private final class Reader: Sendable {
    private let location: Location
    private let files: DatabaseFiles
    private let connection = Mutex<Connection?>(nil)

    init(_ location: Location, _ files: DatabaseFiles) { (self.location, self.files) = (location, files) }

    /// - Returns: `nil` where the connection can't be opened, or would be one to other files.
    func read<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try connection.withLock { connection throws(Failure) -> Result? in
            guard var open = connection.take() ?? connected() else { return nil }
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

    /// Why it can't be opened is of no use: the connection that writes reads instead. A connection to another file of
    /// that name would also delete the write-ahead log when it is closed.
    private func connected() -> Connection? {
        guard (try? files.check()) != nil, let open = try? Connection(location, access: .reading),
            (try? files.check()) != nil
        else { return nil }
        return open
    }
}

/// Which of a few connections are free, one bit for each: a hint whose lock is free, because trying the lock of a `Mutex`
/// that is taken would be a system call. Connection 0 is the one that writes.
private final class FreeConnections: Sendable {
    /// The bits of the connections that no read has taken; above them, how many writes have begun and not ended.
    private let state: Atomic<UInt64>
    private static let oneWrite: UInt64 = 1 << 32

    init(count: Int) { state = Atomic((1 << count) - 1) }

    /// Takes the first one that is free; `nil` where none is.
    func take() -> Int? {
        var seen = state.load(ordering: .relaxed)
        while true {
            let free = UInt32(truncatingIfNeeded: seen) & (seen >= Self.oneWrite ? ~1 : ~0)
            guard free != 0 else { return nil }
            let index = free.trailingZeroBitCount
            let (isTaken, now) = state.compareExchange(
                expected: seen, desired: seen & ~(1 << UInt64(index)), ordering: .relaxed)
            if isTaken { return index }
            seen = now
        }
    }

    func giveBack(_ index: Int?) {
        if let index { state.bitwiseOr(1 << UInt64(index), ordering: .relaxed) }
    }

    /// Until the write has ended, no read takes connection 0, even if one that has taken it before gives it back.
    func beginWriting() { state.add(Self.oneWrite, ordering: .relaxed) }

    func endWriting() { state.subtract(Self.oneWrite, ordering: .relaxed) }
}
