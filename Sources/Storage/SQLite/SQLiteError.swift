import CSQLite

/// An error of SQLite. Contains the SQL, never the values bound to it.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Operation: String, Sendable {
        case open
        case prepare
        case bind
        case step
        case execute
        case copy
    }

    /// The extended result code (https://sqlite.org/rescode.html).
    public let code: Int32
    public let operation: Operation
    /// The SQL, or the file that was to be opened.
    public let subject: String
    /// SQLite's message: names of tables and columns, no values.
    public let message: String

    init(code: Int32, operation: Operation, subject: String, database: OpaquePointer?) {
        self.code = code
        self.operation = operation
        self.subject = subject
        message = (database.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? ""
    }

    /// The code without its extension.
    public var primaryCode: Int32 { code & 0xFF }

    // Extended codes are macros that compute, which Swift does not import (https://sqlite.org/rescode.html).
    private static let constraintForeignKey: Int32 = 787
    private static let constraintPrimaryKey: Int32 = 1_555
    private static let constraintUnique: Int32 = 2_067

    /// There is a row with the same key.
    public var isUniqueViolation: Bool { code == Self.constraintUnique || code == Self.constraintPrimaryKey }

    /// A row refers to one that does not exist.
    public var isForeignKeyViolation: Bool { code == Self.constraintForeignKey }

    public var description: String { "SQLite \(code) during \(operation.rawValue): \(message) [\(subject)]" }
}
