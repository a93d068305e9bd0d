import Concurrency
import Foundation
import Testing

@testable import SQLite

struct DatabaseCheckTests {
    private static let notes = Migrations([
        """
        CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, parent INTEGER REFERENCES notes (id)) STRICT;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO notes SELECT i, hex(randomblob(40)), NULL FROM n;
        """
    ])

    private func filled() throws -> TemporaryFile {
        let file = TemporaryFile()
        _ = try Database(.file(file.path), migrations: Self.notes)
        return file
    }

    @Test("a sound database is found sound, with its version")
    func sound() throws {
        let file = try filled()
        let (result, version) = try DatabaseCheck.ofFile(file.path)
        #expect(result == .sound)
        #expect(version == 1)
    }

    @Test("a database with a damaged page is found damaged, and refused when it is opened", arguments: [0, 1, 40])
    func damaged(page: Int) throws {
        let file = try filled()
        let handle = try FileHandle(forUpdating: URL(filePath: file.path))
        try handle.seek(toOffset: UInt64(page * 4_096))
        try handle.write(contentsOf: Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }))
        try handle.close()
        let (result, _) = try DatabaseCheck.ofFile(file.path)
        guard case .damaged = result else {
            Issue.record("\(result)")
            return
        }
        let error = #expect(throws: DamagedDatabase.self) {
            _ = try Database(.file(file.path), migrations: Self.notes)
        }
        #expect(error?.description.contains("\(file.path) is damaged: restore a backup") == true)
    }

    @Test("a reference to nothing is found")
    func brokenReference() throws {
        let file = try filled()
        var connection = try Connection(.file(file.path))
        try connection.execute("PRAGMA foreign_keys = OFF; UPDATE notes SET parent = 9999 WHERE id = 17")
        #expect(
            try DatabaseCheck.ofFile(file.path).result
                == .damaged(["row 17 of notes refers to a row that notes lacks"]))
    }

    @Test("a check for which the time is up says so")
    func unfinished() throws {
        let file = try filled()
        var connection = try Connection(.file(file.path))
        #expect(try connection.quickCheck(within: .zero) == .unfinished)
        #expect(try connection.quickCheck(within: nil) == .sound)
    }
}
