import CSQLite

/// A connection to a database, which keeps the statements that it prepared.
///
/// It cannot be copied, so it has one owner: usually a `Database`, which holds it under a lock. Methods are mutating, so
/// the connection cannot be used within a closure that reads its rows, and no statement is in use twice at once.
public struct Connection: ~Copyable, @unchecked Sendable {
    // Sendable by the rule of single ownership: SQLite lets threads use a connection one after another
    // (https://sqlite.org/threadsafe.html, "multi-thread"), and a value that can't be copied has one user at a time.

    /// How many prepared statements are kept. Statements beyond that are prepared anew each time.
    public static let maximumKeptStatements = 256
    /// How long to wait for another connection's lock, in milliseconds.
    public static let busyTimeoutMilliseconds: Int32 = 5_000
    /// The size to which the write-ahead log is cut when it was longer and begins anew.
    static let maximumLogBytes = 16 << 20

    let pointer: OpaquePointer
    /// How transactions are committed; see `set(_:)`.
    var durability = Durability.synced
    private var statements: [Text: OpaquePointer] = [:]

    /// A statement's text. There are few, most of different lengths, so the length is the hash: hashing each byte would
    /// take as long as a small read.
    private struct Text: Hashable {
        let sql: String
        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    /// What a connection may do.
    public enum Access: Sendable {
        case writing
        /// Any attempt to write fails (https://sqlite.org/pragma.html#pragma_query_only).
        case reading
    }

    /// Opens the database, or creates it for writing: WAL, foreign keys checked, and each commit synced to the disk before it returns
    /// (https://sqlite.org/pragma.html#pragma_synchronous), so that a power cut loses nothing that was acknowledged.
    public init(_ location: Location, access: Access = .writing) throws(SQLiteError) {
        pointer = try Self.open(location, access)
    }

    private static func open(_ location: Location, _ access: Access) throws(SQLiteError) -> OpaquePointer {
        _ = memoryPolicy
        var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        if access == .writing {
            location.makePrivateFile()
            flags |= SQLITE_OPEN_CREATE
        }
        var opened: OpaquePointer?
        var code = sqlite3_open_v2(location.path, &opened, flags, nil)
        // Only this detects a file that is not a database.
        if code == SQLITE_OK, let opened { code = configure(opened, access) }
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(code: code, operation: .open, subject: location.path, database: opened)
        }
        return opened
    }

    /// Limits SQLite's memory, because a few small databases are open all the time. Set once, before SQLite is first used;
    /// without effect if other code in this process has used SQLite before.
    private static let memoryPolicy: Int32 = csqlite_configure_memory()

    private static func configure(_ pointer: OpaquePointer, _ access: Access) -> Int32 {
        sqlite3_busy_timeout(pointer, busyTimeoutMilliseconds)
        var settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
        settings += "PRAGMA journal_size_limit = \(maximumLogBytes);"
        if access == .reading { settings += "PRAGMA query_only = ON;" }
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(Int(busyTimeoutMilliseconds)))
        // If two connections switch a new file to WAL at once, SQLite refuses the second without waiting.
        while true {
            let code = sqlite3_exec(pointer, settings, nil, nil, nil)
            guard code & 0xFF == SQLITE_BUSY, ContinuousClock.now < deadline else { return code }
            sqlite3_sleep(5)
        }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(pointer)
    }

    /// Runs a script of any number of statements without parameters.
    public mutating func execute(_ script: String) throws(SQLiteError) {
        let code = sqlite3_exec(pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, operation: .execute, subject: script, database: pointer)
        }
    }

    /// Runs `body` with the prepared statement of `sql`, which is reset afterwards.
    ///
    /// `sql` should be one of few texts: a text that differs each time is prepared each time.
    public mutating func withStatement<Result: ~Copyable>(
        _ sql: String, _ body: (borrowing Statement) throws -> Result
    ) throws -> Result {
        try body(try prepare(sql))
    }

    /// Runs a statement to its end.
    public mutating func run<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(SQLiteError) {
        let statement = try prepare(sql)
        try statement.bind(repeat each values)
        while try statement.step() {}
    }

    /// The rows of a query, each made into what `body` returns.
    ///
    /// Inlinable, as those below: else the type of the list would be looked up for each of its rows, which took 2 % of a
    /// page.
    @inlinable public mutating func rows<each Value: Bindable, Row>(
        _ sql: String, _ values: repeat each Value, body: (borrowing Statement) throws -> Row
    ) throws -> [Row] {
        let statement = try prepare(sql)
        try statement.bind(repeat each values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try body(statement)) }
        return rows
    }

    /// The first row of a query; `nil` when there is none.
    @inlinable public mutating func row<each Value: Bindable, Row>(
        _ sql: String, _ values: repeat each Value, body: (borrowing Statement) throws -> Row
    ) throws -> Row? {
        let statement = try prepare(sql)
        try statement.bind(repeat each values)
        return try statement.step() ? try body(statement) : nil
    }

    /// The rows of a query whose parameters are `$1`, `$2`, …
    @inlinable public mutating func rows<Row>(
        _ sql: String, numbered values: [some Bindable], body: (borrowing Statement) throws -> Row
    ) throws -> [Row] {
        let statement = try prepare(sql)
        try statement.bind(numbered: values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try body(statement)) }
        return rows
    }

    /// How many rows the latest INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(sqlite3_changes64(pointer)) }

    /// The row id of the latest INSERT into a table with row ids.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(pointer) }

    /// Runs `body` in a transaction. An error rolls it back and is rethrown.
    ///
    /// It locks the database for writing from the start, so that it can't fail in the middle because another process has
    /// written. Transactions don't nest.
    public mutating func transaction<Result: ~Copyable>(
        _ body: (inout Connection) throws -> Result
    ) throws -> Result {
        try run(from: "BEGIN IMMEDIATE", body)
    }

    /// Runs `body`, all of whose reads see the database as it is now. Takes SQLite's lock once, not for each statement.
    public mutating func snapshot<Result: ~Copyable>(
        _ body: (inout Connection) throws -> Result
    ) throws -> Result {
        try run(from: "BEGIN", body)
    }

    private mutating func run<Result: ~Copyable>(
        from beginning: String, _ body: (inout Connection) throws -> Result
    ) throws -> Result {
        try run(beginning)
        do {
            let result = try body(&self)
            try run("COMMIT")
            return result
        } catch {
            // SQLite rolls some transactions back by itself, such as on a full disk.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    @usableFromInline mutating func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[Text(sql: sql)] { return Statement(statement, sql: sql, isKept: true) }
        let isKept = statements.count < Self.maximumKeptStatements
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(pointer, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, operation: .prepare, subject: sql, database: pointer)
        }
        guard let prepared else { preconditionFailure("no statement in \"\(sql)\"") }
        if isKept { statements[Text(sql: sql)] = prepared }
        return Statement(prepared, sql: sql, isKept: isKept)
    }
}
