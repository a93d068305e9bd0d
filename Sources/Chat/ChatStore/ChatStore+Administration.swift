public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: UserAdministration {
    public func people(after alias: String?, limit: Int) async throws(ChatError) -> [User] {
        try await longRead { connection in
            try connection.rows(
                """
                SELECT \(Self.userColumns) FROM users WHERE alias > ? AND alias < ? AND deleted_at IS NULL
                ORDER BY alias LIMIT ?
                """, alias ?? "", DeletedUser.aliasPrefix, limit
            ) { try $0.user(from: 0) }
        }
    }

    public func people(_ ids: Set<UserID>) async throws(ChatError) -> [User] {
        try await longRead { connection in
            var people: [User] = []
            for id in ids {
                let user = try connection.row(
                    "SELECT \(Self.userColumns) FROM users WHERE id = ? AND deleted_at IS NULL", id.description
                ) { try $0.user(from: 0) }
                if let user { people.append(user) }
            }
            return people
        }
    }

    public func hasPeople() throws(ChatError) -> Bool {
        try read { connection in
            try connection.row(
                "SELECT 1 FROM users WHERE alias < ? AND deleted_at IS NULL LIMIT 1", DeletedUser.aliasPrefix
            ) { _ in true } ?? false
        }
    }

    public func rename(_ user: UserID, to name: DisplayName?, alias: Alias?) async throws(ChatError) -> User {
        try await write { connection in
            let former = try connection.user(user)
            let renamed = User(
                id: user, alias: alias?.description ?? former.alias, name: name?.description ?? former.name,
                avatarURL: former.avatarURL, createdAt: former.createdAt)
            let number = try connection.number(of: user)
            do {
                try connection.run(
                    "UPDATE users SET name = ?, alias = ? WHERE number = ?", renamed.name, renamed.alias, number)
            } catch let error as SQLiteError where error.isUniqueViolation {
                throw ChatError.Reason.aliasTaken
            }
            try connection.removeNames(of: former, as: number)
            try connection.index(renamed, as: number)
            return renamed
        }
    }

    public func memberships(of user: UserID) async throws(ChatError) -> [Membership] {
        try await longRead { connection in
            try connection.rows(
                """
                SELECT conversations.id, conversations.kind, coalesce(parents.name, conversations.name), role,
                    joined_at, left_at
                FROM participants JOIN conversations ON conversations.id = participants.conversation
                LEFT JOIN conversations AS parents ON parents.id = conversations.parent
                WHERE participants.user = ? ORDER BY participants.number
                """, user.description
            ) { row in
                Membership(
                    conversation: try row.identifier(0), kind: row.text(1) == "group" ? .group : .direct,
                    name: row.optionalText(2), role: row.role(3),
                    joinedAt: row.timestamp(4), leftAt: row.optionalTimestamp(5))
            }
        }
    }

    public func messages(
        of user: UserID, in part: PersonalPart
    ) async throws(ChatError) -> PersonalPage<Message> {
        try await page(of: "messages", part) { connection, numbers in
            let found = try connection.rows(
                """
                SELECT conversation, id, kind, user, text, reply_to, created_at, files, edited_at FROM messages
                WHERE number > ? AND number <= ? AND user = ? AND kind = 'text' AND deleted_at IS NULL
                ORDER BY number
                """, numbers.lowerBound, numbers.upperBound, user.description
            ) { row in
                (
                    message: Message(
                        id: try row.identifier(1), conversation: try row.identifier(0),
                        content: .text(sender: user, text: row.text(4)), replyTo: try row.optionalIdentifier(5),
                        createdAt: row.timestamp(6), reactions: [], editedAt: row.optionalTimestamp(8)),
                    hasFiles: !row.isNull(7)
                )
            }
            return try found.map { row in
                var message = row.message
                if row.hasFiles { message.attachments = try connection.attachments(of: message) }
                return message
            }
        }
    }

    public func earlierTexts(
        of user: UserID, in part: PersonalPart
    ) async throws(ChatError) -> PersonalPage<EarlierText> {
        try await page(of: "message_versions", part) { connection, numbers in
            try connection.rows(
                """
                SELECT message, message_versions.text, written_at
                FROM message_versions JOIN messages ON messages.id = message
                WHERE message_versions.number > ? AND message_versions.number <= ? AND user = ?
                ORDER BY message_versions.number
                """, numbers.lowerBound, numbers.upperBound, user.description
            ) { row in
                EarlierText(
                    message: try row.identifier(0),
                    version: MessageVersion(text: row.text(1), writtenAt: row.timestamp(2)))
            }
        }
    }

    public func reactions(
        of user: UserID, in part: PersonalPart
    ) async throws(ChatError) -> PersonalPage<Reaction> {
        try await page(of: "reactions", part) { connection, numbers in
            try connection.rows(
                """
                SELECT id, message, emoji, created_at FROM reactions
                WHERE number > ? AND number <= ? AND user = ? ORDER BY number
                """, numbers.lowerBound, numbers.upperBound, user.description
            ) { row in
                Reaction(
                    id: try row.identifier(0), message: try row.identifier(1), user: user, emoji: row.text(2),
                    createdAt: row.timestamp(3))
            }
        }
    }

    public func readMarks(of user: UserID) async throws(ChatError) -> [ReadMark] {
        try await longRead { connection in
            try connection.rows(
                """
                SELECT read_marks.id, read_marks.conversation, message, updated_at
                FROM participants JOIN read_marks USING (conversation, user)
                WHERE participants.user = ? ORDER BY participants.number
                """, user.description
            ) { row in
                ReadMark(
                    id: try row.identifier(0), conversation: try row.identifier(1), user: user,
                    lastRead: try row.identifier(2), updatedAt: row.timestamp(3))
            }
        }
    }

    /// Reads the rows of one part of a table.
    private func page<Value: Sendable>(
        of table: String, _ part: PersonalPart, during operation: String = #function,
        _ read: @escaping @Sendable (inout Connection, ClosedRange<Int64>) throws -> [Value]
    ) async throws(ChatError) -> PersonalPage<Value> {
        try await longRead(during: operation) { [personalDataLimits] connection in
            try connection.snapshot { connection in
                let numbers = part.start...(part.start + personalDataLimits.rowsInPart)
                let last = try connection.row("SELECT max(number) FROM \(table)") { $0.optionalInteger(0) } ?? 0
                return PersonalPage(
                    try read(&connection, numbers),
                    next: numbers.upperBound < last ?? 0 ? PersonalPart(after: numbers.upperBound) : nil)
            }
        }
    }
}
