import Concurrency
public import PostgreSQL
import Synchronization

/// Records in PostgreSQL, which several processes use at once.
struct PostgreSQLRecords: RecordDriver {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// The table has no rows: transactions that were in each other's way queue for its lock.
    static let migrations = Migrations("records", [["CREATE TABLE record_turns ()"]])

    func read(_ queries: [RecordQuery]) async throws -> [[Record]] {
        do { return try await database.run(queries.map(\.query)).map(\.records) } catch { throw error.ofStore }
    }

    func longRead(_ query: RecordQuery) async throws -> [Record] { try await read([query])[0] }

    func transaction<Value: Sendable>(
        waits: Bool, _ body: @escaping @Sendable (any RecordTransaction) async throws -> Value
    ) async throws -> Value {
        do {
            return try await database.transaction(.serializable(queue: "record_turns")) { transaction in
                try await body(PostgreSQLTransaction(transaction))
            }
        } catch let error as PostgreSQLError {
            throw error.ofStore
        }
    }

    func checkWriting() async throws {
        // A lock is refused where nothing may be changed, such as on a standby.
        _ = try await transaction(waits: false) { try await $0.run("LOCK TABLE record_turns IN ROW EXCLUSIVE MODE") }
    }

    /// Whether others have written is not known, so each number is a new one.
    func foreignVersion() -> Int64 { Self.versions.add(1, ordering: .relaxed).newValue }

    private static let versions = Atomic<Int64>(0)

    func columns(of table: String) async throws -> [RecordColumn] {
        let query = RecordQuery(
            """
            SELECT attname::text, coalesce(array_position(indkey::int2[], attnum) + 1, 0)::bigint
            FROM pg_attribute LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
            WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped
            """, table)
        return try await read([query])[0].map { RecordColumn(name: $0.text(0), keyPlace: $0.integer(1)) }
    }
}

/// A transaction of PostgreSQL under way. Errors are `PostgreSQLError`, so that the transaction is run again where another
/// one was in its way.
private final class PostgreSQLTransaction: RecordTransaction {
    private let transaction: Transaction

    init(_ transaction: Transaction) { self.transaction = transaction }

    func read(_ queries: [RecordQuery]) async throws -> [[Record]] {
        try await transaction.run(queries.map(\.query)).map(\.records)
    }

    func run(_ query: RecordQuery) async throws -> Int { try await transaction.run(query.query).changed }
}

extension RecordQuery {
    fileprivate var query: Query { Query(sql, values) }
}

extension RecordValue: ParameterConvertible {
    public var parameter: Parameter {
        switch self {
        case .null: .null
        case .integer(let value): value.parameter
        case .text(let text): text.parameter
        case .blob(let bytes): bytes.parameter
        }
    }
}

extension Rows {
    fileprivate var records: [Record] {
        let types = (0..<columnCount).map { type(of: $0) }
        return map { row in
            Record(
                types.enumerated().map { column, type in
                    guard !row.isNull(column) else { return .null }
                    return switch type {
                    case .integer: .integer(row.integer(column))
                    case .boolean: .integer(row.boolean(column) ? 1 : 0)
                    case .bytes: .blob(row.bytes(column))
                    case .text: .text(row.text(column))
                    }
                })
        }
    }
}
