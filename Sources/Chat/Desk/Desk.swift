public import Chat
import Cryptography
public import SQLite

/// What a person has on the desk here and not at the backend: texts begun, and what is being sent.
public final class Desk: Sendable {
    let database: Database
    let clock: Clock
    let writers: DraftWriters

    /// - Throws: `SQLiteError`, `NewerDatabase`.
    public init(_ location: Location, clock: Clock = .system) throws {
        database = try Database(location, migrations: Self.migrations)
        self.clock = clock
        writers = DraftWriters(database)
    }

    private static let migrations = Migrations([
        """
        CREATE TABLE draft (
            user_id TEXT NOT NULL,
            conversation_id TEXT NOT NULL,
            text TEXT NOT NULL,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, conversation_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sending (
            key BLOB PRIMARY KEY,
            message_id TEXT,
            began_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sending_by_message ON sending (message_id);
        CREATE INDEX sending_by_beginning ON sending (began_at);
        """
    ])
}
