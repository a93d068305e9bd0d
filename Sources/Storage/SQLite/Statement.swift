import CSQLite

/// A prepared statement while it is in use: its parameters are bound, then it is stepped through its rows.
///
/// It is lent by `Connection` and cannot outlive the loan, for it can be neither copied nor consumed;
/// when the loan ends it is reset, and keeps nothing of what was bound to it.
/// Parameters count from 1 and columns from 0, as in SQLite.
public struct Statement: ~Copyable {
    private let pointer: OpaquePointer
    private let sql: String
    /// Whether the connection keeps it for the next time.
    private let isKept: Bool

    init(_ pointer: OpaquePointer, sql: String, isKept: Bool) {
        self.pointer = pointer
        self.sql = sql
        self.isKept = isKept
    }

    deinit {
        if isKept {
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        } else {
            sqlite3_finalize(pointer)
        }
    }

    /// Moves to the next row; `false` when there is none.
    public func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code, during: .step)
        }
    }

    // Parameters.

    /// Binds all parameters, in order.
    public func bind<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) {
        var parameter = 1
        for value in repeat each values {
            try value.bind(to: self, at: parameter)
            parameter += 1
        }
    }

    public func bind(_ value: Int64, at parameter: Int) throws(SQLiteError) {
        try check(sqlite3_bind_int64(pointer, Int32(parameter), value))
    }

    public func bind(_ value: Double, at parameter: Int) throws(SQLiteError) {
        try check(sqlite3_bind_double(pointer, Int32(parameter), value))
    }

    /// Keeps every byte of `value`, NUL included.
    public func bind(_ value: String, at parameter: Int) throws(SQLiteError) {
        var value = value
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                // An empty buffer may have no address, and no address would bind NULL.
                guard let start = text.baseAddress else { return csqlite_bind_text(pointer, Int32(parameter), "", 0) }
                return csqlite_bind_text(pointer, Int32(parameter), start, sqlite3_uint64(text.count))
            }
        }
        try check(code)
    }

    public func bind(_ value: [UInt8], at parameter: Int) throws(SQLiteError) {
        let code = value.withUnsafeBytes { bytes in
            bytes.count == 0
                ? sqlite3_bind_zeroblob(pointer, Int32(parameter), 0)
                : csqlite_bind_blob(pointer, Int32(parameter), bytes.baseAddress, sqlite3_uint64(bytes.count))
        }
        try check(code)
    }

    public func bindNull(at parameter: Int) throws(SQLiteError) {
        try check(sqlite3_bind_null(pointer, Int32(parameter)))
    }

    // Columns of the current row. A NULL reads as zero or as nothing, as SQLite converts it.

    public func isNull(_ column: Int) -> Bool { sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL }

    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

    public func real(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

    public func text(_ column: Int) -> String { withText(column) { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of a text, where they lie: for what is no text in the end.
    public func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = sqlite3_column_text(pointer, Int32(column))
        let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(pointer, Int32(column)))
        return body(UnsafeBufferPointer(start: bytes, count: count))
    }

    public func blob(_ column: Int) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(pointer, Int32(column)) else { return [] }
        return [UInt8](
            UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, Int32(column)))))
    }

    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    public func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    public func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw error(code, during: .bind) }
    }

    private func error(_ code: Int32, during operation: SQLiteError.Operation) -> SQLiteError {
        SQLiteError(code: code, operation: operation, subject: sql, database: sqlite3_db_handle(pointer))
    }
}
