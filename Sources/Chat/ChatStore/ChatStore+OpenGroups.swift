public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: OpenGroups {
    public func groups(matching query: SearchQuery?, as user: UserID) async throws(ChatError) -> [JoinableGroup] {
        try await longRead { connection in
            let open = try connection.rows(
                """
                SELECT id, name, description FROM conversations WHERE is_open = 1 AND NOT EXISTS (
                    SELECT 1 FROM participants
                    WHERE conversation = conversations.id AND user = ? AND (left_at IS NULL OR banned = 1))
                ORDER BY name, id
                """, user.description
            ) { row in
                JoinableGroup(
                    conversation: try row.identifier(0), name: row.text(1), description: row.optionalText(2), members: 0
                )
            }
            return try open.listed(matching: query) { group in
                try connection.row(
                    """
                    SELECT count(*) FROM (
                        SELECT 1 FROM participants WHERE conversation = ? AND left_at IS NULL LIMIT ?)
                    """, group.description, Int64(MessageLimits.maximumCountedMembers)
                ) { Int($0.integer(0)) } ?? 0
            }
        }
    }

    public func join(_ conversation: ConversationID, as user: UserID) async throws(ChatError) {
        let now = clock.now()
        try await write { connection in
            let user = try connection.user(user)
            if try connection.isActive(user.id, in: conversation) { return }
            guard try connection.isOpen(conversation) else { throw ChatError.Reason.notFound }
            try connection.checkBan(of: user.id, in: conversation)
            try connection.admit(user, as: .member, to: conversation, at: now)
        }
    }
}

extension Connection {
    fileprivate mutating func isOpen(_ conversation: ConversationID) throws -> Bool {
        try row("SELECT is_open FROM conversations WHERE id = ?", conversation.description) { $0.integer(0) != 0 }
            == true
    }

    /// Opens a group to everybody, or closes it, and tells it.
    /// - Throws: `.limitReached(.openGroups)`.
    mutating func set(
        open isOpen: Bool, _ conversation: ConversationID, by user: UserID, at now: Timestamp
    ) throws {
        let others = try row("SELECT count(*) FROM conversations WHERE is_open = 1") { Int($0.integer(0)) } ?? 0
        guard !isOpen || others < MessageLimits.maximumOpenGroups else {
            throw ChatError.Reason.limitReached(.openGroups)
        }
        try run(
            "UPDATE conversations SET is_open = ? WHERE id = ?", Int64(isOpen ? 1 : 0), conversation.description)
        try insert(.isOpen(isOpen), by: user, into: conversation, at: now)
    }
}
