public import Chat
public import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: CountedChat {
    /// How many messages are counted in one transaction.
    static let messagesCountedAtOnce: Int64 = 50_000
    /// After how many such transactions the figures are told though not all messages are counted. The next ones follow
    /// when it is asked again.
    static let countingTransactions = 20
    /// Younger messages are not counted yet: until then all those with smaller numbers are stored, or never will be.
    static let countingDelay = Duration.seconds(60)

    /// Counts those messages that nobody has counted yet, and reads the sums. A sum that each message raised when it is
    /// stored would let all of them wait for each other.
    public func figures() async throws(ChatError) -> ChatFigures {
        for _ in 0..<Self.countingTransactions {
            if try await countMessages() < Self.messagesCountedAtOnce { break }
        }
        let rows = try await run([
            Query("SELECT coalesce($1::bigint, milliseconds_now())", now),
            Query("SELECT count(*) FROM users WHERE deleted_at IS NULL"),
            Query("SELECT coalesce(max(number), 0) FROM messages"),
            Query("SELECT files, bytes FROM file_totals WHERE user_id = ''"),
        ])
        let time = rows[0].first.map { $0.timestamp(0) } ?? Timestamp(milliseconds: 0)
        let first = ChatFigures.firstQuarter(at: time)
        let recent = try await run([
            Query(
                """
                SELECT created_at / \(ChatFigures.interval), count(*) FROM users
                WHERE created_at >= $1 AND deleted_at IS NULL GROUP BY 1 ORDER BY 1
                """, first * ChatFigures.interval),
            Query("SELECT quarter, messages FROM message_counts WHERE quarter >= $1 ORDER BY quarter", first),
        ]).map { $0.map { ChatFigures.Count(quarter: $0.integer(0), count: Int($0.integer(1))) } }
        return ChatFigures(
            people: rows[1].first.map { Int($0.integer(0)) } ?? 0,
            messages: rows[2].first.map { Int($0.integer(0)) } ?? 0,
            files: rows[3].first.map { Int($0.integer(0)) } ?? 0, bytesOfFiles: rows[3].first?.integer(1) ?? 0,
            newPeople: recent[0], newMessages: recent[1])
    }

    /// Counts the next messages, and forgets the sums of long ago.
    /// - Returns: how many were counted.
    private func countMessages() async throws(ChatError) -> Int64 {
        // The lock comes first: then the other statement sees what was counted by those who had it before.
        let rows = try await run([
            Query("SELECT 1 FROM counted_messages FOR UPDATE"),
            Query(
                """
                WITH start AS MATERIALIZED (SELECT last_number FROM counted_messages),
                fresh AS MATERIALIZED (
                    SELECT number, kind, created_at FROM messages
                    WHERE number > (SELECT last_number FROM start) ORDER BY number LIMIT $1),
                young AS MATERIALIZED (
                    SELECT min(number) AS number FROM fresh
                    WHERE created_at > coalesce($2::bigint, milliseconds_now()) - $3),
                ready AS MATERIALIZED (
                    SELECT * FROM fresh WHERE number < coalesce((SELECT number FROM young), \(Int64.max))),
                counted AS (
                    INSERT INTO message_counts AS sums (quarter, messages)
                    SELECT created_at / \(ChatFigures.interval), count(*) FROM ready WHERE kind = 'text' GROUP BY 1
                    ON CONFLICT (quarter) DO UPDATE SET messages = sums.messages + excluded.messages),
                forgotten AS (
                    DELETE FROM message_counts
                    WHERE quarter < coalesce($2::bigint, milliseconds_now()) / \(ChatFigures.interval) - $4)
                UPDATE counted_messages SET last_number = coalesce((SELECT max(number) FROM ready), last_number)
                RETURNING (SELECT count(*) FROM ready)
                """, Self.messagesCountedAtOnce, now, Self.countingDelay.components.seconds * 1_000,
                Int64(ChatFigures.days + 1) * 86_400_000 / ChatFigures.interval),
        ])
        return rows[1].first?.integer(0) ?? 0
    }
}
