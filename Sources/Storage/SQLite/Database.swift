import Synchronization

/// A database that any thread may use: one connection under one lock, and others for who wants to read meanwhile.
///
/// A keyed read takes some microseconds, so waiting for a lock is cheaper than handing work to an actor.
/// Whoever reads sees all that was written before through this value, whichever connection it is
/// (https://sqlite.org/isolation.html).
public final class Database: Sendable {
    /// All writing is done by this one, and reading while it is free.
    private let connection: Mutex<Connection>
    private let readers: [Reader]
    /// For what takes long; `nil` where there can be one connection only.
    private let aside: Reader?
    /// 0 is the connection that writes, then come the readers.
    private let places: Places

    /// How many read at once beside the connection that writes. Each holds up to two mebibytes of the database.
    public static let maximumReaders = 3

    /// Opens the database and brings it up to date.
    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, migrations: Migrations) throws {
        var connection = try Connection(location)
        try migrations.apply(to: &connection)
        self.connection = Mutex(connection)
        switch location {
        case .file:
            readers = (0..<Self.maximumReaders).map { _ in Reader(location) }
            aside = Reader(location)
        case .memory: (readers, aside) = ([], nil)
        }
        places = Places(count: 1 + readers.count)
    }

    /// Runs `body` alone with a connection, on which it must not write. It must neither wait nor call this database again.
    public func read<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let place = places.takeFree()
        defer { places.giveBack(place) }
        if let place, place > 0, let result = try readers[place - 1].read(body) { return result }
        return try connection.withLock { connection throws(Failure) in try body(&connection) }
    }

    /// The same for what takes many milliseconds: only others like it wait meanwhile, where the database is a file.
    public func readAside<Result: Sendable, Failure: Error>(
        _ body: (inout Connection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let result = try aside?.read(body) { return result }
        return try read(body)
    }

    /// Does all that `body` does, or nothing of it. It must neither wait nor call this database again.
    public func write<Result: Sendable>(_ body: (inout Connection) throws -> Result) throws -> Result {
        places.take(0)
        defer { places.giveBack(0) }
        return try connection.withLock { try $0.transaction(body) }
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

/// Which of a few places are taken, a bit for each. It only says where nobody has to be waited for: to try the lock of a
/// `Mutex` that is taken would be a system call.
private final class Places: Sendable {
    private let free: Atomic<UInt32>

    init(count: Int) { free = Atomic((1 << count) - 1) }

    /// Takes the first free place; `nil` where there is none.
    func takeFree() -> Int? {
        var seen = free.load(ordering: .relaxed)
        while seen != 0 {
            let (isTaken, now) = free.compareExchange(
                expected: seen, desired: seen & (seen - 1), ordering: .relaxed)
            if isTaken { return seen.trailingZeroBitCount }
            seen = now
        }
        return nil
    }

    /// Takes a place, whether or not it is free.
    func take(_ place: Int) { free.bitwiseAnd(~(1 << place), ordering: .relaxed) }

    func giveBack(_ place: Int?) {
        if let place { free.bitwiseOr(1 << place, ordering: .relaxed) }
    }
}
