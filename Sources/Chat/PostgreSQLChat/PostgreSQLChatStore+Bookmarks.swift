public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: BookmarkRepository {
    /// Bookmarks stay if the message is deleted or the person leaves the conversation; the text of a deleted
    /// message is `nil`, and that of one that tells of a change of the group.
    public func bookmarks(of user: UserID) async throws(ChatError) -> [BookmarkedMessage] {
        let rows = try await read(
            Query(
                """
                SELECT messages.id, messages.conversation_id, CASE WHEN messages.kind <> 'change' THEN messages.text END,
                    bookmarks.created_at, messages.created_at
                FROM bookmarks JOIN messages ON messages.id = bookmarks.message_id
                WHERE bookmarks.user_id = $1 ORDER BY bookmarks.number DESC
                """, user.description))
        return try decode {
            try rows.map { row in
                BookmarkedMessage(
                    message: try row.identifier(0), conversation: try row.identifier(1), text: row.optionalText(2),
                    createdAt: row.timestamp(3), messageCreatedAt: row.timestamp(4))
            }
        }
    }

    public func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark {
        let rows = try await run([
            Self.access(to: message, of: user),
            Query(
                """
                INSERT INTO bookmarks (id, message_id, user_id, created_at)
                SELECT $1, messages.id, $3, coalesce($4::bigint, milliseconds_now())
                FROM messages JOIN participants USING (conversation_id)
                WHERE messages.id = $2 AND participants.user_id = $3 AND participants.left_at IS NULL
                ON CONFLICT (message_id, user_id) DO NOTHING
                """, BookmarkID.random().description, message.description, user.description, now),
            Query(
                "SELECT id, created_at FROM bookmarks WHERE message_id = $1 AND user_id = $2", message.description,
                user.description),
        ])
        hints.note(.person(user))
        return try decode {
            try rows[0].checkAccess()
            guard let row = rows[2].first else { throw ChatError.Reason.notParticipant }
            return Bookmark(id: try row.identifier(0), message: message, user: user, createdAt: row.timestamp(1))
        }
    }

    public func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError) {
        let rows = try await run([
            Query(
                "DELETE FROM bookmarks WHERE message_id = $1 AND user_id = $2", message.description, user.description),
            Self.access(to: message, of: user),
        ])
        guard rows[0].changed == 0 else { return hints.note(.person(user)) }
        try decode {
            try rows[1].checkAccess()
            throw ChatError.Reason.notFound
        }
    }

    /// Whether a person takes part in the conversation of a message; no row where there is no such message.
    private static func access(to message: MessageID, of user: UserID) -> Query {
        Query(
            """
            SELECT EXISTS (
                SELECT FROM participants WHERE participants.conversation_id = messages.conversation_id
                    AND participants.user_id = $2 AND participants.left_at IS NULL)
            FROM messages WHERE id = $1
            """, message.description, user.description)
    }
}

extension Rows {
    fileprivate func checkAccess() throws {
        guard let row = first else { throw ChatError.Reason.notFound }
        guard row.boolean(0) else { throw ChatError.Reason.notParticipant }
    }
}
