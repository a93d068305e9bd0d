import CPostgreSQL

/// An error of PostgreSQL, or of the connection to it. Contains neither SQL nor values.
public enum PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection could be made. Nothing was sent.
    case unreachable(String)
    /// The connection broke, or no answer came in time. What was sent may have been carried out or not.
    case lost(String)
    /// All connections are in use, and as many callers wait as may.
    case overloaded
    /// The server refused a query. Nothing of its transaction was stored.
    case refused(Refusal)

    /// Why the server refused a query.
    public struct Refusal: Hashable, Sendable {
        /// Five characters (https://www.postgresql.org/docs/15/errcodes-appendix.html).
        public let sqlState: String
        public let constraint: String?
        /// The server's message, without the part that may contain values.
        public let message: String
    }

    /// There is a row with the same key.
    public var isUniqueViolation: Bool { sqlState == "23505" }

    /// Another transaction was in the way. The same transaction may succeed when it is run again.
    public var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// The server's disk is full.
    public var isDiskFull: Bool { sqlState == "53100" }

    /// The server does not take changes: it is a standby, or was told so.
    public var isReadOnly: Bool { sqlState == "25006" }

    /// The server gave up, because it took longer than `DatabaseLimits.statementTime`.
    public var isTimeout: Bool { sqlState == "57014" }

    private var sqlState: String? { if case .refused(let refusal) = self { refusal.sqlState } else { nil } }

    public var description: String {
        switch self {
        case .unreachable(let reason): "PostgreSQL can't be reached: \(reason)"
        case .lost(let reason): "the connection to PostgreSQL was lost: \(reason)"
        case .overloaded: "too many queries wait for PostgreSQL"
        case .refused(let refusal):
            "PostgreSQL refused a query: \(refusal.sqlState) \(refusal.constraint.map { "[\($0)] " } ?? "")"
                + refusal.message
        }
    }
}

extension PostgreSQLError {
    /// What a result with `PGRES_FATAL_ERROR` says.
    init(_ result: OpaquePointer) {
        let refusal = Refusal(
            sqlState: Self.field(cpostgresql_sqlstate, of: result) ?? "",
            constraint: Self.field(cpostgresql_constraint, of: result),
            message: Self.field(cpostgresql_message, of: result) ?? "")
        // Ended by the operator, crashed, or restarting (class 57P), or idle within a transaction (25P03): the connection is
        // gone.
        if refusal.sqlState.utf8.starts(with: "57P".utf8) || ["", "25P03"].contains(refusal.sqlState) {
            self = .lost(refusal.message)
        } else {
            self = .refused(refusal)
        }
    }

    private static func field(_ field: Int32, of result: OpaquePointer) -> String? {
        PQresultErrorField(result, field).map { String(cString: $0) }
    }
}
