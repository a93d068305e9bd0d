import Concurrency
import SQLite

/// Records in SQLite.
struct SQLiteRecords: RecordDriver {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func read(_ queries: [RecordQuery]) async throws -> [[Record]] {
        try database.read { connection in
            guard queries.count > 1 else { return try queries.map { try connection.records($0) } }
            return try connection.snapshot { connection in try queries.map { try connection.records($0) } }
        }
    }

    func longRead(_ query: RecordQuery) async throws -> [Record] {
        try await database.longRead { connection in try connection.records(query) }
    }

    func transaction<Value: Sendable>(
        waits: Bool, _ body: @escaping @Sendable (any RecordTransaction) async throws -> Value
    ) async throws -> Value {
        let write: @Sendable (inout Connection) throws -> Value = { connection in
            try SQLiteTransaction.run(body, on: &connection)
        }
        do { return try await database.write(write) } catch is BlockingPool.Full where waits {
            return try database.writeNow(write)
        }
    }

    func checkWriting() async throws { try await database.checkWriting() }

    func foreignVersion() throws -> Int64 { try database.foreignVersion() }

    func columns(of table: String) async throws -> [RecordColumn] {
        try await read([RecordQuery("SELECT name, pk FROM pragma_table_info($1)", table)])[0].map {
            RecordColumn(name: $0.text(0), keyPlace: $0.integer(1))
        }
    }
}

extension Connection {
    mutating func records(_ query: RecordQuery) throws -> [Record] {
        try rows(query.sql, numbered: query.values) { row in Record((0..<row.columnCount).map { row.value($0) }) }
    }
}

extension Statement {
    fileprivate borrowing func value(_ column: Int) -> RecordValue {
        switch type(of: column) {
        case .null: .null
        case .integer: .integer(integer(column))
        case .text: .text(text(column))
        case .blob: .blob(blob(column))
        }
    }
}
