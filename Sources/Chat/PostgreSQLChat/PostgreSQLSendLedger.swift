public import Chat
internal import ChatRecords
public import PostgreSQL

/// The ledger of what was sent to a REST backend, and the drafts, in a PostgreSQL database, which several processes use at
/// once.
///
/// Who sends a text has a row in `sending_turns` meanwhile, of which there is one for each text of a person in a
/// conversation. It ends by the server's clock where a process does not: what became of its attempt is then unknown.
public final class PostgreSQLSendLedger: SendLedger {
    /// How long an attempt may last at most, in milliseconds.
    static let longestAttempt: Int64 = 30_000
    /// How many old rows are deleted with each attempt: more than are added.
    static let rowsForgottenAtOnce = 16

    public let drafts: PostgreSQLDrafts
    private let database: Database
    /// Names this process.
    private let process = UserID.random().description

    /// A ledger in a database that `migrate` has brought up to date.
    public init(_ database: Database) {
        self.database = database
        drafts = PostgreSQLDrafts(database, time: .ofServer)
    }

    public static var tables: Migrations { Schema.sendingMigrations }

    /// Makes the tables, or brings them up to date. Drafts are in a table of the chat: see `PostgreSQLChatStore.migrate`.
    public static func migrate(_ database: Database) async throws {
        try await Schema.sendingMigrations.apply(to: database)
    }

    /// One round trip, and one transaction. The moment is that of the server.
    public func begin(_ key: SendKey, at moment: Timestamp) async throws -> SendEntry {
        let rows = try await run([
            Query(
                """
                INSERT INTO sending_turns AS turns VALUES ($1, $2, milliseconds_now() + $3)
                ON CONFLICT (text) DO UPDATE SET process = excluded.process, ends_at = excluded.ends_at
                WHERE turns.process = excluded.process OR turns.ends_at <= milliseconds_now() RETURNING true
                """, key.textHash, process, Self.longestAttempt),
            Query(
                """
                INSERT INTO sending (key, began_at) SELECT $1, milliseconds_now()
                WHERE EXISTS (SELECT FROM sending_turns WHERE text = $2 AND process = $3)
                ON CONFLICT (key) DO NOTHING RETURNING true
                """, key.hash, key.textHash, process),
            Query("SELECT message_id, began_at FROM sending WHERE key = $1", key.hash),
            Self.forgettingKeys, Self.forgettingTurns,
        ])
        if let message = rows[2].first?.optionalText(0).flatMap({ MessageID($0) }) { return .sent(message) }
        guard rows[0].first != nil else { return .underWay }
        guard rows[1].first == nil, let row = rows[2].first else { return .new }
        return .unknown(since: row.timestamp(1))
    }

    static let forgettingKeys = Query(
        """
        DELETE FROM sending WHERE key IN (
            SELECT key FROM sending WHERE began_at < (SELECT milliseconds_now()) - $1
            ORDER BY began_at LIMIT $2 FOR UPDATE SKIP LOCKED)
        """, SendKey.memory.components.seconds * 1_000, rowsForgottenAtOnce)

    static let forgettingTurns = Query(
        """
        DELETE FROM sending_turns WHERE text IN (
            SELECT text FROM sending_turns WHERE ends_at < (SELECT milliseconds_now()) - $1
            ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED)
        """, longestAttempt, rowsForgottenAtOnce)

    public func finish(_ key: SendKey, as message: MessageID) async throws {
        try await run([
            Query("UPDATE sending SET message_id = $2 WHERE key = $1", key.hash, message.description),
            Query(
                "DELETE FROM drafts WHERE user_id = $1 AND conversation_id = $2 AND NOT $3::boolean",
                key.user.description, key.conversation.description, key.leavesDraft),
            endOfTurn(key),
        ])
    }

    public func forget(_ key: SendKey) async throws {
        try await run([Query("DELETE FROM sending WHERE key = $1", key.hash), endOfTurn(key)])
    }

    public func leave(_ key: SendKey) async {
        // Where it fails, the turn ends by itself.
        _ = try? await run([endOfTurn(key)])
    }

    public func isTaken(_ message: MessageID) async throws -> Bool {
        try await run([Query("SELECT true FROM sending WHERE message_id = $1 LIMIT 1", message.description)])[0].first
            != nil
    }

    private func endOfTurn(_ key: SendKey) -> Query {
        Query("DELETE FROM sending_turns WHERE text = $1 AND process = $2", key.textHash, process)
    }

    @discardableResult private func run(_ queries: [Query]) async throws(ChatError) -> [Rows] {
        do { return try await database.run(queries) } catch { throw ChatError(error, during: "ledger") }
    }
}

extension Schema {
    /// What is kept beside a REST backend. A text is the hash of what it says, who says it, and where.
    static let sendingMigrations = Migrations(
        "sending",
        [
            [
                """
                CREATE TABLE sending (
                    key bytea PRIMARY KEY,
                    message_id uuid,
                    began_at bigint NOT NULL
                )
                """,
                "CREATE INDEX sending_by_message ON sending (message_id)",
                "CREATE INDEX sending_by_beginning ON sending (began_at)",
                """
                CREATE TABLE sending_turns (
                    text bytea PRIMARY KEY,
                    process uuid NOT NULL,
                    ends_at bigint NOT NULL
                )
                """,
                "CREATE INDEX sending_turns_by_end ON sending_turns (ends_at)",
            ]
        ])
}
