import CSQLite

/// A connection to a database, which keeps the statements that it prepared.
///
/// It cannot be copied, so whoever holds it holds it alone. Usually that is a `Database`, under its lock.
/// Methods are mutating: the connection cannot be used from within a closure that reads rows of it,
/// which is why no statement is ever in use twice.
public struct Connection: ~Copyable, @unchecked Sendable {
    // Sendable by the rule of single ownership: SQLite lets threads use a connection one after another
    // (https://sqlite.org/threadsafe.html, "multi-thread"), and a value that can't be copied has one user at a time.

    /// How many prepared statements are kept. Statements beyond that are prepared anew each time.
    public static let maximumKeptStatements = 256
    /// How long to wait for another connection's lock, in milliseconds.
    public static let busyTimeoutMilliseconds: Int32 = 5_000

    private let pointer: OpaquePointer
    private var statements: [Text: OpaquePointer] = [:]

    /// A statement's text. There are few, and nearly all of another length: hashing each byte would take as long as a
    /// small read does.
    private struct Text: Hashable {
        let sql: String
        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    /// What is done by a connection.
    public enum Access: Sendable {
        case writing
        /// Any attempt to write fails (https://sqlite.org/pragma.html#pragma_query_only).
        case reading
    }

    /// Opens the database, or makes it: WAL, `synchronous=NORMAL`, foreign keys checked.
    public init(_ location: Location, access: Access = .writing) throws(SQLiteError) {
        pointer = try Self.open(location, access)
    }

    private static func open(_ location: Location, _ access: Access) throws(SQLiteError) -> OpaquePointer {
        _ = memoryPolicy
        location.makePrivateFile()
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        var code = sqlite3_open_v2(location.path, &opened, flags, nil)
        // A file that is no database is found out only by this.
        if code == SQLITE_OK, let opened { code = configure(opened, access) }
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(code: code, operation: .open, subject: location.path, database: opened)
        }
        return opened
    }

    /// Set once, before SQLite is first used: a few small databases are open all the time, and each page they don't need
    /// counts. Where somebody else has used SQLite in this process before, it stays as it is.
    private static let memoryPolicy: Int32 = csqlite_configure_memory()

    private static func configure(_ pointer: OpaquePointer, _ access: Access) -> Int32 {
        sqlite3_busy_timeout(pointer, busyTimeoutMilliseconds)
        var settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
        if access == .reading { settings += "PRAGMA query_only = ON;" }
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(Int(busyTimeoutMilliseconds)))
        // Where two connections turn a new file to WAL at once, SQLite does not let the second wait, but refuses it.
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

    /// Lends the prepared statement of `sql`, which is reset afterwards, whatever happens.
    ///
    /// `sql` should be a literal: what is different each time is prepared each time.
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
    public mutating func rows<each Value: Bindable, Row>(
        _ sql: String, _ values: repeat each Value, body: (borrowing Statement) throws -> Row
    ) throws -> [Row] {
        let statement = try prepare(sql)
        try statement.bind(repeat each values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try body(statement)) }
        return rows
    }

    /// The first row of a query; `nil` when there is none.
    public mutating func row<each Value: Bindable, Row>(
        _ sql: String, _ values: repeat each Value, body: (borrowing Statement) throws -> Row
    ) throws -> Row? {
        let statement = try prepare(sql)
        try statement.bind(repeat each values)
        return try statement.step() ? try body(statement) : nil
    }

    /// How many rows the latest INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(sqlite3_changes64(pointer)) }

    /// The row id that the latest INSERT into a table with row ids gave.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(pointer) }

    /// Does all that `body` does, or nothing of it: an error takes everything back and is thrown on.
    ///
    /// It locks the database for writing from the start, so that it need never fail in the middle
    /// because another process has written. Transactions don't nest.
    public mutating func transaction<Result: ~Copyable>(
        _ body: (inout Connection) throws -> Result
    ) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body(&self)
            try run("COMMIT")
            return result
        } catch {
            // SQLite takes some transactions back by itself, such as on a full disk; then there is none to end.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Whether a transaction was begun that was neither committed nor taken back.
    var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    /// Lets all reads of `body` see the database as it is now, and take SQLite's lock once: each statement alone would
    /// ask the system for it and give it back.
    public mutating func snapshot<Result: ~Copyable>(
        _ body: (inout Connection) throws -> Result
    ) throws -> Result {
        try run("BEGIN")
        do {
            let result = try body(&self)
            try run("COMMIT")
            return result
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    private mutating func prepare(_ sql: String) throws(SQLiteError) -> Statement {
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
