import Bytes
public import Cryptography

/// A column of a table, as the database describes it.
struct RecordColumn: Sendable {
    let name: String
    /// The place in the primary key, from 1 on; 0 where it is not in the key.
    let keyPlace: Int64
}

/// A table of records, as it is copied from one database to another.
struct RecordTable: Sendable {
    /// What stands for the order in which rows were stored. Each database gives its own numbers.
    private static let number = "number"

    let name: String
    /// By which rows are read in order.
    let key: [String]
    /// What is copied, in the order of names.
    let columns: [String]

    /// - Parameter columns: those of the table; at least one is in the key.
    init(_ name: String, _ columns: [RecordColumn]) {
        let key = columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
        self.name = name
        self.key = key
        self.columns = columns.map(\.name).filter { $0 != Self.number || key != [Self.number] }.sorted()
    }
}

/// Why tables can't be copied.
public struct UncopiedTable: Error, Sendable, CustomStringConvertible {
    public let description: String
}

// Copying tables that have the same names and columns in both databases. Nothing else may use them meanwhile.
extension RecordDatabase {
    /// How many rows are read at once, and stored in one transaction.
    static let rowsCopiedAtOnce = 100

    /// Whether none of these tables has a row.
    public func areEmpty(_ tables: [String]) async throws -> Bool {
        for table in tables where try await exists("SELECT 1 FROM \(table) LIMIT 1") { return false }
        return true
    }

    /// Copies all rows of a table, which must be empty here.
    ///
    /// - Throws: `UncopiedTable` where the two tables have different columns; the errors of `read` and `transaction`.
    public func fill(_ table: String, from source: RecordDatabase) async throws {
        let (theirs, ours) = (try await source.described(table), try await described(table))
        guard theirs.columns == ours.columns else {
            throw UncopiedTable(description: "\(table): its columns differ")
        }
        try await source.forEachPart(of: theirs) { rows in
            let insertion = Self.insertion(of: rows, into: ours)
            try await transaction { try await $0.run(insertion) }
        }
    }

    /// Texts as every database can keep them: PostgreSQL has none with NUL.
    public func digest(of table: String) async throws -> RowsDigest {
        var digest = RowsDigest()
        try await forEachPart(of: try await described(table)) { rows in
            for row in rows { digest.add(row.map(\.digested)) }
        }
        return digest
    }

    private func described(_ table: String) async throws -> RecordTable {
        let columns = try await driver.columns(of: table)
        guard columns.contains(where: { $0.keyPlace > 0 }) else {
            throw UncopiedTable(description: "\(table): it is missing, or has no key")
        }
        return RecordTable(table, columns)
    }

    private func forEachPart(of table: RecordTable, _ body: ([[RecordValue]]) async throws -> Void) async throws {
        let (selected, keys) = ((table.key + table.columns).joined(separator: ", "), table.key.joined(separator: ", "))
        let places = table.key.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        var last: [RecordValue] = []
        while true {
            let start = last.isEmpty ? "" : "WHERE (\(keys)) > (\(places))"
            let records = try await longRead(
                RecordQuery(
                    "SELECT \(selected) FROM \(table.name) \(start) ORDER BY \(keys) LIMIT $1",
                    values: [.integer(Int64(Self.rowsCopiedAtOnce))] + last))
            if !records.isEmpty {
                try await body(records.map { $0.values.dropFirst(table.key.count).map(\.portable) })
            }
            guard records.count == Self.rowsCopiedAtOnce, let end = records.last else { return }
            last = Array(end.values.prefix(table.key.count))
        }
    }

    private static func insertion(of rows: [[RecordValue]], into table: RecordTable) -> RecordQuery {
        let width = table.columns.count
        let places = rows.indices.map { row in
            "(\((0..<width).map { "$\(row * width + $0 + 1)" }.joined(separator: ", ")))"
        }
        return RecordQuery(
            """
            INSERT INTO \(table.name) (\(table.columns.joined(separator: ", ")))
            VALUES \(places.joined(separator: ", "))
            """, values: rows.flatMap { $0 })
    }
}

extension RecordValue {
    /// As every database can keep it.
    fileprivate var portable: RecordValue {
        if case .text(let text) = self { .text(text.replacingNUL) } else { self }
    }

    fileprivate var digested: RowsDigest.Value {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        case .blob(let bytes): .bytes(bytes)
        }
    }
}

/// A part of the program whose records can be copied from one database to another.
public protocol ArchivedRecords: Sendable {
    /// Its tables. Rows of one refer only to rows of those before.
    static var archivedTables: [String] { get }
    var records: RecordDatabase { get }
}
