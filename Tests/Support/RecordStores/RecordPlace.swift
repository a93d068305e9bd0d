public import Foundation
public import PostgreSQL
import PostgreSQLServer
public import SQLite
import Synchronization
import Testing

/// A new, empty database of the kind for which the test runs. It is deleted after the test.
public struct RecordPlace: Sendable {
    private enum Kind {
        case memory
        case file(String)
        case server(TestDatabase)
    }

    private let kind: Kind

    /// For one value of a store.
    public init() async throws { try await self.init(isShared: false) }

    /// For several values of a store, as several processes have them.
    public static func shared() async throws -> RecordPlace { try await RecordPlace(isShared: true) }

    private init(isShared: Bool) async throws {
        let places = RecordStore.places
        switch RecordStore.current {
        case .sqlite: kind = isShared ? .file(places.file()) : .memory
        case .postgreSQL: kind = .server(try await places.database())
        }
    }

    /// Opens a store.
    public func open<Store>(
        _ sqlite: (Location) throws -> Store, _ postgreSQL: (PostgreSQL.Database) async throws -> Store
    ) async throws -> Store {
        switch kind {
        case .memory: try sqlite(.memory)
        case .file(let path): try sqlite(.file(path))
        case .server(let test): try await postgreSQL(RecordStore.places.connected(test))
        }
    }

    /// What is stored: the bytes of the files of SQLite, all values of PostgreSQL.
    public func contents() async throws -> Data {
        switch kind {
        case .memory: preconditionFailure("it has no file")
        case .file(let path):
            var contents = Data()
            for end in ["", "-wal"] { contents += (try? Data(contentsOf: URL(filePath: path + end))) ?? Data() }
            // A database has more than that as soon as it has a table.
            try #require(contents.count > 1_000)
            return contents
        case .server(let test):
            let tables = try await test.values(
                "SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = 'public'")
            var contents = Data()
            for table in tables {
                for row in try await test.values("SELECT t::text FROM \(table) AS t") { contents += Self.decoded(row) }
            }
            try #require(!contents.isEmpty)
            return contents
        }
    }
}

extension RecordPlace {
    /// The text of a row, and its bytes, which are in hexadecimal digits in it.
    private static func decoded(_ row: String) -> Data {
        var contents = Data(row.utf8)
        for part in row.split(separator: "\\x").dropFirst() {
            let digits = Array(part.utf8.prefix { Character(UnicodeScalar($0)).isHexDigit })
            for index in stride(from: 0, to: digits.count - 1, by: 2) {
                let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
                contents.append(byte ?? 0)
            }
        }
        return contents
    }
}

/// The databases of a test.
final class Places: Sendable {
    private let files = Mutex<[String]>([])
    private let databases = Mutex<[TestDatabase]>([])
    private let connected = Mutex<[PostgreSQL.Database]>([])

    deinit {
        for database in connected.withLock({ $0 }) { database.close() }
        for path in files.withLock({ $0 }) {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
    }

    func file() -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        files.withLock { $0.append(path) }
        return path
    }

    func database() async throws -> TestDatabase {
        let database = try await TestDatabase()
        databases.withLock { $0.append(database) }
        return database
    }

    /// Connections of their own to a database, as another process has them.
    func connected(_ test: TestDatabase) -> PostgreSQL.Database {
        let database = test.another()
        connected.withLock { $0.append(database) }
        return database
    }
}
