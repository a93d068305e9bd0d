import Cryptography
import RecordStores
import Records
import RepositoryBehaviour
import Testing

@testable import Accounts

@Suite("The tables of both kinds of databases")
struct RecordSchemaTests {
    /// A line for each column: table, name, type, whether it may be NULL. A key may not, whatever is written.
    private func columns(_ store: RecordStore) async throws -> [String] {
        try await RecordStore.$current.withValue(store) {
            let place = try await RecordPlace()
            let databases = [
                try await place.accounts().database,
                // In SQLite, each in a file of its own.
                try await RecordPlace().auditLog().database,
                try await RecordPlace().transactions(Vault(key: .random()), ManualClock().clock).database,
            ]
            var lines: [String] = []
            for database in databases {
                let sql =
                    switch store {
                    case .sqlite:
                        """
                        SELECT t.name, c.name, lower(c.type), c."notnull" = 0 AND c.pk = 0
                        FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
                        WHERE t.type = 'table' AND t.name <> 'sqlite_sequence'
                        """
                    case .postgreSQL:
                        """
                        SELECT table_name, column_name,
                            CASE data_type WHEN 'bytea' THEN 'blob' WHEN 'bigint' THEN 'integer' ELSE data_type END,
                            is_nullable = 'YES'
                        FROM information_schema.columns WHERE table_schema = 'public'
                            AND table_name NOT IN ('schema_versions', 'record_turns', 'installation', 'session_end')
                        """
                    }
                lines += try await database.rows(sql) { row in
                    (0..<4).map { row.text($0) }.joined(separator: " ")
                }
            }
            return lines.sorted()
        }
    }

    @Test("all are copied from one to the other, but sign-ins under way")
    func copied() async throws {
        let tables = Set(try await columns(.postgreSQL).map { String($0.prefix { $0 != " " }) })
        let copied = AccountsDatabase.archivedTables + AuditLog.archivedTables
        #expect(tables.subtracting(["sign_in"]) == Set(copied))
    }

    @Test("have the same columns of the same types")
    func sameColumns() async throws {
        let expected = try await columns(.sqlite)
        #expect(expected.count > 80)
        #expect(try await columns(.postgreSQL) == expected)
    }
}
