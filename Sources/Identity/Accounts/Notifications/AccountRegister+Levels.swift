public import Chat
import Records

extension AccountRegister {
    /// For how many conversations a person may choose a level; with one more, the one that was chosen first goes.
    public static let maximumLevels = 500

    /// Which messages of single conversations call a person, as far as that is in force.
    public func levels(of user: UserID) async throws -> NotificationLevels {
        let rows = try await database.read([.levels(of: user, now: clock.now())])
        return NotificationLevels(rows[0])
    }

    /// - Parameter level: `nil` for what the person has chosen for all conversations.
    public func set(_ level: NotificationLevel?, of user: UserID, in conversation: ConversationID) async throws {
        let now = clock.now().milliseconds
        try await database.transaction { transaction in
            try await transaction.run(
                "DELETE FROM notification_level WHERE user_id = $1 AND (conversation_id = $2 OR until <= $3)",
                user.description, conversation.description, now)
            guard let level else { return }
            try await transaction.run(
                """
                INSERT INTO notification_level (user_id, conversation_id, level, until, chosen_at)
                VALUES ($1, $2, $3, $4, $5)
                """, user.description, conversation.description, level.level.rawValue, level.until?.milliseconds, now)
            try await transaction.run(
                """
                DELETE FROM notification_level WHERE user_id = $1 AND conversation_id NOT IN (
                    SELECT conversation_id FROM notification_level WHERE user_id = $1
                    ORDER BY chosen_at DESC, conversation_id LIMIT $2)
                """, user.description, Self.maximumLevels)
        }
    }
}

extension RecordQuery {
    /// Rows for `NotificationLevels`.
    static func levels(of user: UserID, now: Timestamp) -> RecordQuery {
        RecordQuery(
            """
            SELECT conversation_id, level, until FROM notification_level
            WHERE user_id = $1 AND (until IS NULL OR until > $2)
            """, user.description, now.milliseconds)
    }
}

extension NotificationLevels {
    init(_ rows: [Record]) {
        self.init()
        for row in rows {
            guard let id = ConversationID(row.text(0)), let level = NotificationLevel.Level(rawValue: row.text(1))
            else { continue }
            self[id] = NotificationLevel(level, until: row.optionalTimestamp(2))
        }
    }
}
