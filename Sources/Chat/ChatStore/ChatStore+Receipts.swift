public import Chat
internal import SQLite

extension ChatStore: ReadReceipts {
    public func readers(of conversation: ConversationID, as user: UserID) throws(ChatError) -> [Reader]? {
        try snapshot { connection in
            let shows = try connection.row(
                """
                SELECT hides_reading = 0 FROM participants JOIN users ON users.id = participants.user
                WHERE conversation = ? AND user = ? AND left_at IS NULL
                """, conversation.description, user.description
            ) { $0.integer(0) == 1 }
            guard let shows else { throw ChatError.Reason.notParticipant }
            guard shows else { return nil }
            return try connection.rows(
                Connection.readers, conversation.description, MessageLimits.maximumReaders
            ) { Reader(user: try $0.identifier(0), message: try $0.identifier(1), sentAt: $0.timestamp(2)) }
        }
    }

    public func showsReading(_ user: UserID) throws(ChatError) -> Bool {
        try read { connection in
            guard let shows = try connection.showsReading(user) else { throw ChatError.Reason.notFound }
            return shows
        }
    }

    public func setShowsReading(_ shows: Bool, of user: UserID) async throws(ChatError) {
        try await write { connection in
            guard let before = try connection.showsReading(user) else { throw ChatError.Reason.notFound }
            guard before != shows else { return }
            try connection.run(
                "UPDATE users SET hides_reading = ? WHERE id = ?", shows ? 0 : 1, user.description)
            // Finds the positions of the marks anew.
            try connection.run(
                """
                UPDATE read_marks SET message = message WHERE user = ?1
                    AND conversation IN (SELECT conversation FROM participants WHERE user = ?1)
                """, user.description)
        }
    }
}

extension Connection {
    /// How far those in a conversation have read who show it, given how many: those who have read furthest.
    static let readers = """
        SELECT user, message, ifnull(sent_at, (SELECT created_at FROM messages WHERE id = read_marks.message))
        FROM read_marks WHERE conversation = ? AND position IS NOT NULL
        ORDER BY position DESC LIMIT ?
        """

    /// `nil` for an unknown person.
    fileprivate mutating func showsReading(_ user: UserID) throws -> Bool? {
        try row("SELECT hides_reading = 0 FROM users WHERE id = ? AND deleted_at IS NULL", user.description) {
            $0.integer(0) == 1
        }
    }
}
