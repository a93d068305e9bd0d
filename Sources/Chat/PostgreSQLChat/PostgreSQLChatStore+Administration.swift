public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: UserAdministration {
    public func people(after alias: String?, limit: Int) async throws(ChatError) -> [User] {
        let rows = try await run(
            Query(
                """
                SELECT \(userColumns) FROM users WHERE alias > $1 AND alias < $2 AND deleted_at IS NULL
                ORDER BY alias LIMIT $3
                """, alias ?? "", DeletedUser.aliasPrefix, limit))
        return try decode { try rows.map { try $0.user(from: 0) } }
    }

    public func people(_ ids: Set<UserID>) async throws(ChatError) -> [User] {
        let rows = try await run(
            Query(
                "SELECT \(userColumns) FROM users WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL", TextArray(ids)))
        return try decode { try rows.map { try $0.user(from: 0) } }
    }

    public func hasPeople() async throws(ChatError) -> Bool {
        let rows = try await run(
            Query(
                "SELECT EXISTS (SELECT FROM users WHERE alias < $1 AND deleted_at IS NULL)", DeletedUser.aliasPrefix))
        return rows.first?.boolean(0) == true
    }

    public func rename(_ user: UserID, to name: DisplayName?, alias: Alias?) async throws(ChatError) -> User {
        let (renamed, conversations) = try await transaction { transaction in
            guard let row = try await transaction.run([.locked(user)])[0].first else {
                throw ChatError.Reason.notFound
            }
            let former = try row.user(from: 0)
            let renamed = User(
                id: user, alias: alias?.description ?? former.alias, name: name?.description ?? former.name,
                avatarURL: former.avatarURL, createdAt: former.createdAt)
            do {
                _ = try await transaction.run([
                    Query(
                        "UPDATE users SET name = $1, alias = $2, folded = $3 WHERE id = $4", renamed.name,
                        renamed.alias, foldedNames(renamed.name, renamed.alias), user.description)
                ])
            } catch let error as PostgreSQLError where error.isUniqueViolation {
                throw ChatError.Reason.aliasTaken
            }
            let parts = NameIndex.parts(of: [renamed.name, renamed.alias])
            let rows = try await transaction.run([
                .removeNames(of: user),
                Query(
                    """
                    INSERT INTO user_names (is_inner, part, user_number)
                    SELECT part.is_inner, part.part, users.number
                    FROM users, unnest($2::boolean[], $3::text[]) AS part (is_inner, part) WHERE users.id = $1
                    ON CONFLICT DO NOTHING
                    """, user.description, TextArray(parts.map { $0.isInner ? "t" : "f" }),
                    TextArray(parts.map(\.part))),
                Query("SELECT conversation_id FROM participants WHERE user_id = $1", user.description),
            ])
            return (renamed, try rows[2].map { try $0.identifier(0) as ConversationID })
        }
        for conversation in conversations { hints.note(.conversation(conversation)) }
        return renamed
    }

    public func memberships(of user: UserID) async throws(ChatError) -> [Membership] {
        let rows = try await run(
            Query(
                """
                SELECT conversations.id, conversations.kind, coalesce(parents.name, conversations.name), role,
                    joined_at, left_at
                FROM participants JOIN conversations ON conversations.id = participants.conversation_id
                LEFT JOIN conversations AS parents ON parents.id = conversations.parent
                WHERE participants.user_id = $1 ORDER BY participants.number
                """, user.description))
        return try decode {
            try rows.map { row in
                Membership(
                    conversation: try row.identifier(0), kind: row.text(1) == "group" ? .group : .direct,
                    name: row.optionalText(2), role: row.role(3), joinedAt: row.timestamp(4),
                    leftAt: row.optionalTimestamp(5))
            }
        }
    }

    public func messages(
        of user: UserID, in part: PersonalPart
    ) async throws(ChatError) -> PersonalPage<Message> {
        try await page(
            of: "messages", part,
            """
            SELECT \(Self.messageColumns) FROM messages
            WHERE number > $1 AND number <= $2 AND user_id = $3 AND kind = 'text' AND deleted_at IS NULL
            ORDER BY number
            """, user
        ) { try $0.message() }
    }

    public func earlierTexts(
        of user: UserID, in part: PersonalPart
    ) async throws(ChatError) -> PersonalPage<EarlierText> {
        try await page(
            of: "message_versions", part,
            """
            SELECT message_id, message_versions.text, written_at
            FROM message_versions JOIN messages ON messages.id = message_id
            WHERE message_versions.number > $1 AND message_versions.number <= $2 AND user_id = $3
            ORDER BY message_versions.number
            """, user
        ) { row in
            EarlierText(
                message: try row.identifier(0),
                version: MessageVersion(text: row.text(1), writtenAt: row.timestamp(2)))
        }
    }

    public func reactions(
        of user: UserID, in part: PersonalPart
    ) async throws(ChatError) -> PersonalPage<Reaction> {
        try await page(
            of: "reactions", part,
            """
            SELECT id, message_id, emoji, created_at FROM reactions
            WHERE number > $1 AND number <= $2 AND user_id = $3 ORDER BY number
            """, user
        ) { row in
            Reaction(
                id: try row.identifier(0), message: try row.identifier(1), user: user, emoji: row.text(2),
                createdAt: row.timestamp(3))
        }
    }

    public func readMarks(of user: UserID) async throws(ChatError) -> [ReadMark] {
        let rows = try await run(
            Query(
                """
                SELECT read_marks.id, read_marks.conversation_id, message_id, updated_at
                FROM participants JOIN read_marks USING (conversation_id, user_id)
                WHERE participants.user_id = $1 ORDER BY participants.number
                """, user.description))
        return try decode {
            try rows.map { row in
                ReadMark(
                    id: try row.identifier(0), conversation: try row.identifier(1), user: user,
                    lastRead: try row.identifier(2), updatedAt: row.timestamp(3))
            }
        }
    }

    /// Reads the rows of one part of a table.
    private func page<Value: Sendable>(
        of table: String, _ part: PersonalPart, _ sql: String, _ user: UserID, during operation: String = #function,
        _ read: (Row) throws -> Value
    ) async throws(ChatError) -> PersonalPage<Value> {
        let end = part.start + personalDataLimits.rowsInPart
        let rows = try await run(
            [Query(sql, part.start, end, user.description), Query("SELECT coalesce(max(number), 0) FROM \(table)")],
            during: operation)
        let last = rows[1].first?.integer(0) ?? 0
        return PersonalPage(
            try decode(during: operation) { try rows[0].map(read) },
            next: end < last ? PersonalPart(after: end) : nil)
    }
}

extension Query {
    /// The row of a person, locked until the end of the transaction.
    static func locked(_ user: UserID) -> Query {
        Query(
            "SELECT \(userColumns) FROM users WHERE id = $1 AND deleted_at IS NULL FOR UPDATE", user.description)
    }

    static func removeNames(of user: UserID) -> Query {
        Query(
            "DELETE FROM user_names WHERE user_number = (SELECT number FROM users WHERE id = $1)", user.description)
    }
}
