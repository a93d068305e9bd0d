import CSQLite

/// A prepared statement while it is in use: its parameters are bound, then it is stepped through its rows.
///
/// It can be neither copied nor stored, so it is in use only within a method of `Connection`. Afterwards it is reset, and
/// its parameters are cleared. Parameters count from 1 and columns from 0, as in SQLite.
public struct Statement: ~Copyable {
    let pointer: OpaquePointer
    private let sql: String
    /// Whether the connection keeps it for reuse; else it is finalized after use.
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

    /// Binds all parameters, in order.
    public func bind<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) {
        var parameter: Int32 = 1
        for value in repeat each values {
            try value.bind(to: self, at: parameter)
            parameter += 1
        }
    }

    /// Binds the parameters `$1`, `$2`, …, as PostgreSQL writes them, whichever comes first and however often. SQLite takes
    /// them for names, and numbers them by their first appearance (https://sqlite.org/lang_expr.html#varparam).
    @usableFromInline func bind(numbered values: [some Bindable]) throws(SQLiteError) {
        let count = Int(sqlite3_bind_parameter_count(pointer))
        precondition(count == values.count, "as many values as parameters: \(sql)")
        for parameter in 0..<count {
            let parameter = Int32(parameter + 1)
            // After the `$`.
            let name = sqlite3_bind_parameter_name(pointer, parameter).flatMap { Int(String(cString: $0 + 1)) }
            guard let name, values.indices.contains(name - 1) else {
                preconditionFailure("parameters $1 to $\(count): \(sql)")
            }
            try values[name - 1].bind(to: self, at: parameter)
        }
    }

    public var columnCount: Int { Int(sqlite3_column_count(pointer)) }

    /// What a column of the current row holds.
    public enum ColumnType: Sendable {
        case null
        case integer
        case blob
        /// Or a number with a fraction, which reads as one.
        case text
    }

    public func type(of column: Int) -> ColumnType {
        switch sqlite3_column_type(pointer, Int32(column)) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer
        case SQLITE_BLOB: .blob
        default: .text
        }
    }

    // Columns of the current row. A NULL reads as zero or as empty, as SQLite converts it.

    public func isNull(_ column: Int) -> Bool { sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL }

    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

    public func text(_ column: Int) -> String { withText(column) { String(decoding: $0, as: UTF8.self) } }

    /// The UTF-8 bytes of a text, without a copy; valid within `body`.
    public func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = sqlite3_column_text(pointer, Int32(column))
        let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(pointer, Int32(column)))
        return body(UnsafeBufferPointer(start: bytes, count: count))
    }

    public func blob(_ column: Int) -> [UInt8] { withBlob(column) { [UInt8]($0) } }

    /// The bytes of a blob, without a copy; valid within `body`.
    public func withBlob<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let bytes = sqlite3_column_blob(pointer, Int32(column))
        let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(pointer, Int32(column)))
        return body(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    public func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw error(code, during: .bind) }
    }

    private func error(_ code: Int32, during operation: SQLiteError.Operation) -> SQLiteError {
        SQLiteError(code: code, operation: operation, subject: sql, database: sqlite3_db_handle(pointer))
    }
}
