import Concurrency
import Foundation
import Synchronization
import Testing

@testable import SQLite

struct DatabaseCopiesTests {
    private static let counter = Migrations([
        "CREATE TABLE counters (value INTEGER NOT NULL) STRICT; INSERT INTO counters VALUES (0)"
    ])

    private final class Progress: Sendable {
        let written = Atomic<Int64>(0)
        let isOver = Atomic<Bool>(false)
    }

    private func value(_ path: String) throws -> Int64? {
        var connection = try Connection(.file(path))
        return try connection.row("SELECT value FROM counters") { $0.integer(0) }
    }

    @Test("copies of two databases that are written to show one moment, and miss nothing from before")
    func oneMoment() async throws {
        let (one, other) = (TemporaryFile(), TemporaryFile())
        let (first, second) = (
            try Database(.file(one.path), migrations: Self.counter),
            try Database(.file(other.path), migrations: Self.counter)
        )
        let progress = Progress()
        try await withThrowingTaskGroup { group in
            group.addTask {
                while !progress.isOver.load(ordering: .relaxed) {
                    try await first.write { try $0.run("UPDATE counters SET value = value + 1") }
                    try await second.write { try $0.run("UPDATE counters SET value = value + 1") }
                    progress.written.add(1, ordering: .relaxed)
                }
            }
            for _ in 0..<20 {
                let copies = (TemporaryFile(), TemporaryFile())
                let before = progress.written.load(ordering: .relaxed)
                // The opposite order of the writes: copies of different moments would differ by more.
                try DatabaseCopies.make([(other.path, copies.1.path), (one.path, copies.0.path)])
                let (left, right) = (try #require(try value(copies.0.path)), try #require(try value(copies.1.path)))
                #expect(left - right == 0 || left - right == 1)
                #expect(right >= before)
                #expect(try DatabaseCheck.ofFile(copies.0.path).result == .sound)
            }
            progress.isOver.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
    }

    @Test("only its owner can read a copy")
    func permissions() throws {
        let (file, copy) = (TemporaryFile(), TemporaryFile())
        _ = try Database(.file(file.path), migrations: Self.counter)
        try DatabaseCopies.make([(file.path, copy.path)])
        #expect(try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int == 0o600)
    }
}
