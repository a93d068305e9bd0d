public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: MessageThreads {
    public func open(_ message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> OpenedThread
    {
        let (id, now) = (ConversationID.random(), clock.now())
        return try await write { connection in
            try connection.activeRole(of: user, in: conversation)
            let place = try connection.place(of: message, in: conversation)
            let known: ConversationID? = try connection.row(
                "SELECT id FROM conversations WHERE root = ?", message.description
            ) { try $0.identifier(0) }
            if let known {
                let left = try connection.follow(known, of: conversation, user, at: now)
                return OpenedThread(conversation: known, left: [user: left])
            }
            guard !place.isDeleted else { throw ChatError.Reason.notFound }
            guard let author = place.sender, try connection.hasThreads(conversation) else {
                throw ChatError.Reason.forbidden
            }
            try connection.run(
                """
                INSERT INTO conversations (id, kind, name, created_at, parent, root) VALUES (?, 'group', '', ?, ?, ?)
                """, id.description, now.milliseconds, conversation.description, message.description)
            var left: [UserID: [ConversationID]] = [:]
            for follower in Set([author, user]) where try connection.isActive(follower, in: conversation) {
                left[follower] = try connection.follow(id, of: conversation, follower, at: now)
            }
            return OpenedThread(conversation: id, left: left)
        }
    }
}

extension Connection {
    fileprivate mutating func hasThreads(_ conversation: ConversationID) throws -> Bool {
        try row("SELECT has_threads FROM conversations WHERE id = ?", conversation.description) { $0.integer(0) != 0 }
            == true
    }

    /// The group of a thread; `nil` for another conversation.
    mutating func group(ofThread conversation: ConversationID) throws -> ConversationID? {
        try row("SELECT parent FROM conversations WHERE id = ?", conversation.description) {
            try $0.optionalIdentifier(0)
        } ?? nil
    }

    /// Lets a person who takes part in the group follow one of its threads.
    /// - Returns: the threads that they follow no more instead.
    @discardableResult
    mutating func follow(
        _ thread: ConversationID, of group: ConversationID, _ user: UserID, at now: Timestamp
    ) throws -> [ConversationID] {
        guard try !isActive(user, in: thread) else { return [] }
        let role = try activeRole(of: user, in: group)
        try run(
            """
            INSERT INTO participants (id, conversation, user, role, joined_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (conversation, user) DO UPDATE SET role = excluded.role, left_at = NULL
            """, ParticipantID.random().description, thread.description, user.description, role.rawValue,
            now.milliseconds)
        return try rows(
            """
            UPDATE participants SET left_at = ? WHERE number IN (
                SELECT participants.number FROM participants
                JOIN conversations ON conversations.id = participants.conversation
                WHERE participants.user = ? AND left_at IS NULL AND parent IS NOT NULL AND conversations.id <> ?
                ORDER BY ifnull(
                    (SELECT max(created_at) FROM messages WHERE conversation = conversations.id),
                    conversations.created_at) DESC, conversations.number DESC
                LIMIT -1 OFFSET ?)
            RETURNING conversation
            """, now.milliseconds, user.description, thread.description, MessageLimits.maximumThreads - 1
        ) { try $0.identifier(0) }
    }

    /// Somebody has left a group, and so its threads.
    mutating func leaveThreads(of group: ConversationID, _ user: UserID, at now: Timestamp) throws {
        try run(
            """
            UPDATE participants SET left_at = ? WHERE user = ? AND left_at IS NULL
                AND conversation IN (SELECT id FROM conversations WHERE parent = ?)
            """, now.milliseconds, user.description, group.description)
    }
}
