public import Chat
internal import SQLite

extension ChatStore: ReadMarkRepository {
    public func mark(
        _ message: MessageID, asReadIn conversation: ConversationID, by user: UserID
    ) async throws(ChatError) -> ReadMark {
        let now = clock.now()
        return try await write(durability: .unsynced) { connection in
            try connection.activeRole(of: user, in: conversation)
            guard let place = try connection.place(of: message), place.conversation == conversation else {
                throw ChatError.Reason.invalid("lastReadMessageId must belong to the conversation")
            }
            return try connection.setReadMark(message, place, of: user, at: now)
        }
    }

    /// Deleted messages don't count, because they can't be read.
    public func unreadCount(in conversation: ConversationID, for user: UserID) throws(ChatError) -> Int {
        try read { connection in
            let count = try connection.row(
                """
                SELECT newest - mark - (
                    SELECT count(*) FROM messages
                    WHERE conversation = here AND position > mark AND deleted_at IS NOT NULL)
                FROM (
                    SELECT conversation AS here,
                        ifnull((
                            SELECT position FROM messages WHERE conversation = participants.conversation
                            ORDER BY created_at DESC, position DESC LIMIT 1), 0) AS newest,
                        ifnull((
                            SELECT messages.position FROM read_marks JOIN messages ON messages.id = read_marks.message
                            WHERE read_marks.conversation = participants.conversation
                                AND read_marks.user = participants.user), 0) AS mark
                    FROM participants WHERE conversation = ? AND user = ? AND left_at IS NULL)
                """, conversation.description, user.description
            ) { Int($0.integer(0)) }
            guard let count else { throw ChatError.Reason.notParticipant }
            return count
        }
    }

    public func lastRead(in conversation: ConversationID, for user: UserID) throws(ChatError) -> LastRead {
        try read { connection in
            try connection.activeRole(of: user, in: conversation)
            return try connection.row(
                """
                SELECT messages.id, messages.created_at FROM read_marks JOIN messages ON messages.id = read_marks.message
                WHERE read_marks.conversation = ? AND read_marks.user = ?
                """, conversation.description, user.description
            ) { .message(try $0.identifier(0), sentAt: $0.timestamp(1)) } ?? .nothing
        }
    }
}

extension Connection {
    private static let setMark = """
        INSERT INTO read_marks (id, conversation, user, message, updated_at, position, sent_at)
        VALUES (?1, ?2, ?3, ?4, ?5, CASE WHEN (SELECT hides_reading FROM users WHERE id = ?3) = 0 THEN ?6 END, ?7)
        ON CONFLICT (conversation, user) DO UPDATE SET
            message = excluded.message, updated_at = excluded.updated_at, position = excluded.position,
            sent_at = excluded.sent_at
        RETURNING id
        """

    /// - Parameters:
    ///   - place: that of the message.
    ///   - user: somebody who is in the conversation.
    mutating func setReadMark(
        _ message: MessageID, _ place: MessagePlace, of user: UserID, at now: Timestamp
    ) throws -> ReadMark {
        let mark = try row(
            Self.setMark, ReadMarkID.random().description, place.conversation.description, user.description,
            message.description, now.milliseconds, place.position, place.sentAt.milliseconds
        ) { row in
            ReadMark(
                id: try row.identifier(0), conversation: place.conversation, user: user, lastRead: message,
                updatedAt: now)
        }
        guard let mark else { preconditionFailure("RETURNING gives the row that was written") }
        return mark
    }
}
