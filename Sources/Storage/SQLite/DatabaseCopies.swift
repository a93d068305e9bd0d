import CSQLite

/// Copies of several databases as they are at one moment, while other processes write to them.
public enum DatabaseCopies {
    /// How long to wait until no other process writes.
    private static let patience = Duration.seconds(30)
    /// The interval of trying, in milliseconds: writers of a busy site leave short gaps.
    private static let interval: Int32 = 1

    /// Copies each database.
    ///
    /// For a moment it holds the write locks of all of them, so that a change of two databases is in both copies or in
    /// neither. Then it copies what was there at that moment, without keeping anybody from writing.
    ///
    /// - Parameter files: the databases, and the new files.
    /// - Throws: `SQLiteError`.
    public static func make(_ files: [(from: String, to: String)]) throws {
        let readers = try files.map { Held(try Connection(.file($0.from), access: .reading)) }
        do {
            let writers = try files.map { Held(try Connection(.file($0.from))) }
            for writer in writers { try lock(writer) }
            for reader in readers {
                try reader.connection.execute("BEGIN")
                // A transaction begins with its first read.
                _ = try reader.connection.row("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
            }
            for writer in writers { try writer.connection.execute("ROLLBACK") }
        }
        for (reader, file) in zip(readers, files) { try reader.connection.copy(to: file.to) }
    }

    private static func lock(_ writer: Held) throws {
        let deadline = ContinuousClock.now + patience
        try writer.connection.execute("PRAGMA busy_timeout = 0")
        while true {
            do { return try writer.connection.execute("BEGIN IMMEDIATE") } catch {
                guard error.primaryCode == SQLITE_BUSY, ContinuousClock.now < deadline else { throw error }
                sqlite3_sleep(interval)
            }
        }
    }

    /// A connection in an array.
    private final class Held {
        var connection: Connection

        init(_ connection: consuming Connection) { self.connection = connection }
    }
}
