public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: ReadReceipts {
    public func readers(of conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Reader]? {
        let rows = try await read([
            .activeRole(of: user, in: conversation),
            .showsReading(user),
            Query(
                """
                SELECT read_marks.user_id, message_id, messages.created_at FROM read_marks
                JOIN participants USING (conversation_id, user_id)
                JOIN messages ON messages.id = message_id
                WHERE read_marks.conversation_id = $1 AND read_marks.position IS NOT NULL AND left_at IS NULL
                ORDER BY read_marks.position DESC LIMIT $2
                """, conversation.description, MessageLimits.maximumReaders),
        ])
        return try decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            guard let shows = rows[1].first, shows.boolean(0) else { return nil }
            return try rows[2].map {
                Reader(user: try $0.identifier(0), message: try $0.identifier(1), sentAt: $0.timestamp(2))
            }
        }
    }

    public func showsReading(_ user: UserID) async throws(ChatError) -> Bool {
        let rows = try await read(.showsReading(user))
        return try decode {
            guard let row = rows.first else { throw ChatError.Reason.notFound }
            return row.boolean(0)
        }
    }

    public func setShowsReading(_ shows: Bool, of user: UserID) async throws(ChatError) {
        defer { hints.note(.person(user)) }
        try await transaction { transaction in
            let known = try await transaction.run([
                Query(
                    """
                    UPDATE users SET hides_reading = $2 WHERE id = $1 AND deleted_at IS NULL AND hides_reading <> $2
                    """, user.description, shows ? 0 : 1),
                // Finds the positions of the marks anew.
                Query(
                    """
                    UPDATE read_marks SET position = NULL WHERE user_id = $1
                        AND conversation_id IN (SELECT conversation_id FROM participants WHERE user_id = $1)
                    """, user.description),
                .showsReading(user),
            ])
            guard known[2].first != nil else { throw ChatError.Reason.notFound }
        }
    }
}

extension Query {
    fileprivate static func showsReading(_ user: UserID) -> Query {
        Query("SELECT hides_reading = 0 FROM users WHERE id = $1 AND deleted_at IS NULL", user.description)
    }
}
