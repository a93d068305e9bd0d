import Concurrency
import Foundation
import Synchronization
import Testing

@testable import SQLite

struct NotStoredTests {
    private static let notes = Migrations(["CREATE TABLE notes (text TEXT) STRICT"])

    private func texts(_ database: Database) throws -> [String] {
        try database.read { try $0.rows("SELECT text FROM notes") { $0.text(0) } }
    }

    @Test("a write for which the disk has no room says so, leaves nothing, and works once there is room")
    func full() async throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.notes)
        let text = String(repeating: "a", count: 100_000)
        try database.writeNow { try $0.execute("PRAGMA max_page_count = 1") }
        let error = await #expect(throws: NotStored.self) {
            try await database.write { try $0.run("INSERT INTO notes VALUES (?)", text) }
        }
        guard case .diskFull = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(try texts(database).isEmpty)
        try database.writeNow { try $0.execute("PRAGMA max_page_count = 1000") }
        try await database.write { try $0.run("INSERT INTO notes VALUES (?)", text) }
        #expect(try texts(database) == [text])
    }

    @Test("what is written is refused while a file is deleted or replaced", arguments: ["", "-wal", "-shm"])
    func deletedFile(suffix: String) async throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.notes)
        try await database.write { try $0.run("INSERT INTO notes VALUES ('before')") }
        let (path, away) = (file.path + suffix, file.path + ".away")
        for isReplaced in [false, true] {
            try FileManager.default.moveItem(atPath: path, toPath: away)
            if isReplaced { try Data().write(to: URL(filePath: path)) }
            let error = await #expect(throws: NotStored.self) {
                try await database.write { try $0.run("INSERT INTO notes VALUES ('lost')") }
            }
            #expect(error?.description.contains("deleted or replaced") == true)
            await #expect(throws: NotStored.self) { try await database.checkWriting() }
            // Not by a new connection, from the file that is there now, or from a new one.
            let read = try await database.longRead { try $0.rows("SELECT text FROM notes") { $0.text(0) } }
            #expect(read == ["before"])
            #expect(FileManager.default.fileExists(atPath: path) == isReplaced)
            if isReplaced { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.moveItem(atPath: away, toPath: path)
        }
        try await database.write { try $0.run("INSERT INTO notes VALUES ('after')") }
        #expect(try texts(database) == ["before", "after"])
    }

    @Test("it is tried once in a while whether a write reaches the disk")
    func writeCheck() async throws {
        let file = TemporaryFile()
        let now = Mutex(ContinuousClock.now)
        let database = try Database(.file(file.path), migrations: Self.notes, now: { now.withLock { $0 } })
        let other = try Database(.file(file.path), migrations: Self.notes)
        var seen = [try other.foreignVersion()]
        for step in [Duration.zero, .zero, WriteCheck.interval - .seconds(1), .seconds(1)] {
            now.withLock { $0 += step }
            try await database.checkWriting()
            seen.append(try other.foreignVersion())
        }
        #expect(seen[1] != seen[0])
        #expect(seen[2] == seen[1] && seen[3] == seen[1])
        #expect(seen[4] != seen[1])
        #expect(try other.read { try $0.row("PRAGMA user_version") { $0.integer(0) } } == 1)
    }

    @Test("errors of the disk and of locks are told from those of a statement")
    func codes() {
        func kind(_ code: Int32) -> String? {
            NotStored(SQLiteError(code: code, operation: .step, subject: "", database: nil), of: .memory).map {
                switch $0 {
                case .diskFull: "full"
                case .notWritable: "not writable"
                case .locked: "locked"
                }
            }
        }
        // SQLITE_FULL, SQLITE_IOERR_SHMSIZE; SQLITE_READONLY_DBMOVED, SQLITE_IOERR_WRITE, SQLITE_CANTOPEN; SQLITE_BUSY.
        #expect([13, 4_874].map(kind) == ["full", "full"])
        #expect([1_032, 778, 14].map(kind) == ["not writable", "not writable", "not writable"])
        #expect(kind(5) == "locked")
        #expect([1, 11, 19, 2_067].map(kind) == [nil, nil, nil, nil])
    }
}
