public import Chat
internal import SQLite

extension ChatStore: ConversationRepository {
    /// Each conversation's participants are in the order in which they first joined. Threads that the person has left are not
    /// listed.
    public func conversations(of user: UserID) throws(ChatError) -> [Conversation] {
        try snapshot { connection in try connection.conversations(Self.conversationsOfPerson, for: user.description) }
    }

    public func conversationIDs(of user: UserID) throws(ChatError) -> [ConversationID]? {
        try read { connection in
            try connection.rows(
                """
                SELECT conversations.id FROM participants
                JOIN conversations ON conversations.id = participants.conversation
                WHERE participants.user = ? AND (left_at IS NULL OR parent IS NULL)
                ORDER BY conversations.created_at DESC, conversations.number DESC
                """, user.description
            ) { try $0.identifier(0) }
        }
    }

    public func conversation(_ id: ConversationID, as user: UserID) throws(ChatError) -> Conversation {
        try snapshot { connection in
            let found = try connection.conversations(Self.oneConversation, for: id.description)
            guard let conversation = found.first, !conversation.participants.isEmpty else {
                throw ChatError.Reason.notFound
            }
            return conversation
        }
    }

    public func create(_ new: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let (id, now) = (ConversationID.random(), clock.now())
        return try await write { connection in
            let participants = try new.participants.map { user in
                Participant(
                    id: .random(), conversation: id, user: try connection.user(user), role: .member, joinedAt: now,
                    leftAt: nil)
            }
            let name: String? = if case .group(let name) = new.kind { name.description } else { nil }
            let conversation = Conversation(
                id: id, kind: name == nil ? .direct : .group, name: name, createdAt: now, participants: participants)
            try connection.insert(conversation)
            return conversation
        }
    }

    private static let conversationsOfPerson = """
        SELECT \(conversationColumns)
        FROM participants AS mine
        JOIN conversations ON conversations.id = mine.conversation
        \(threadTables)
        WHERE mine.user = ? AND (mine.left_at IS NULL OR conversations.parent IS NULL)
        ORDER BY conversations.created_at DESC, conversations.number DESC
        """

    private static let oneConversation = """
        SELECT \(conversationColumns)
        FROM conversations
        \(threadTables)
        WHERE conversations.id = ?
        """

    private static let conversationColumns = """
        conversations.id, conversations.kind, ifnull(parents.name, conversations.name), conversations.created_at,
        conversations.pinned, conversations.description, conversations.admins_only, conversations.is_open,
        conversations.picture, conversations.has_threads, conversations.parent, conversations.root,
        substr(roots.text, 1, \(ThreadOrigin.excerptCharacters))
        """

    /// Of a thread the group and the message; of others nothing.
    private static let threadTables = """
        LEFT JOIN conversations AS parents ON parents.id = conversations.parent
        LEFT JOIN messages AS roots ON roots.id = conversations.root
        """
}

extension Connection {
    /// The conversations that a query of `conversationColumns` finds.
    fileprivate mutating func conversations(_ sql: String, for parameter: String) throws -> [Conversation] {
        var conversations = try rows(sql, parameter) { row in
            Conversation(
                id: try row.identifier(0), kind: row.text(1) == "group" ? .group : .direct,
                name: row.optionalText(2), createdAt: row.timestamp(3), participants: [],
                pinnedCount: Int(row.integer(4)), description: row.optionalText(5), adminsOnly: row.adminsOnly(6),
                isOpen: row.integer(7) != 0, picture: try row.optionalIdentifier(8),
                hasThreads: row.integer(9) != 0, thread: try row.threadOrigin(from: 10))
        }
        // Each by itself: with a join SQLite would write the conversation into the row of each participant.
        for index in conversations.indices {
            conversations[index].participants = try participants(of: conversations[index].id)
        }
        return conversations
    }

    /// In the order in which they first joined.
    private mutating func participants(of conversation: ConversationID) throws -> [Participant] {
        // Sorted here: SQLite would write each row to a temporary table.
        var participants = try rows(Self.participants, conversation.description) { row in
            let participant = Participant(
                id: try row.identifier(0), conversation: conversation, user: try row.user(from: 5),
                role: row.role(1), joinedAt: row.timestamp(2),
                leftAt: row.optionalTimestamp(3))
            return (number: row.integer(4), participant: participant)
        }
        participants.sort { $0.number < $1.number }
        return participants.map(\.participant)
    }

    private static let participants = """
        SELECT participants.id, role, joined_at, left_at, participants.number, \(ChatStore.userColumns)
        FROM participants JOIN users ON users.id = participants.user WHERE conversation = ?
        """

    mutating func insert(_ conversation: Conversation) throws {
        try run(
            "INSERT INTO conversations (id, kind, name, created_at, is_open) VALUES (?, ?, ?, ?, ?)",
            conversation.id.description, conversation.kind.rawValue, conversation.name,
            conversation.createdAt.milliseconds, Int64(conversation.isOpen ? 1 : 0))
        for participant in conversation.participants { try insert(participant) }
    }
}

extension Statement {
    /// The group, the message and its text.
    fileprivate func threadOrigin(from column: Int) throws -> ThreadOrigin? {
        guard let group: ConversationID = try optionalIdentifier(column) else { return nil }
        return ThreadOrigin(
            conversation: group, message: try identifier(column + 1), text: optionalText(column + 2))
    }
}
