public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: ConversationRepository {
    /// Each conversation's participants are in the order in which they first joined. Threads that the person has left are not
    /// listed.
    public func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        let rows = try await run(
            Query(
                """
                SELECT \(Self.conversationColumns)
                FROM participants AS mine
                JOIN conversations ON conversations.id = mine.conversation_id
                \(Self.threadTables)
                JOIN participants ON participants.conversation_id = conversations.id
                JOIN users ON users.id = participants.user_id
                WHERE mine.user_id = $1 AND (mine.left_at IS NULL OR conversations.parent IS NULL)
                ORDER BY conversations.created_at DESC, conversations.number DESC, participants.number
                """, user.description))
        return try decode { try rows.conversations() }
    }

    public func conversationIDs(of user: UserID) async throws(ChatError) -> [ConversationID]? {
        let rows = try await run(
            Query(
                """
                SELECT conversations.id FROM participants
                JOIN conversations ON conversations.id = participants.conversation_id
                WHERE participants.user_id = $1 AND (left_at IS NULL OR parent IS NULL)
                ORDER BY conversations.created_at DESC, conversations.number DESC
                """, user.description))
        return try decode { try rows.map { try $0.identifier(0) } }
    }

    public func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        let rows = try await read(Self.conversation(id))
        return try decode { try rows.onlyConversation() }
    }

    public func create(_ new: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        let id = ConversationID.random()
        let name: String? = if case .group(let name) = new.kind { name.description } else { nil }
        let creating = Query(
            """
            WITH created AS (
                INSERT INTO conversations (id, kind, name, created_at)
                SELECT $1, $2, $3, coalesce($4::bigint, milliseconds_now())
                WHERE (SELECT count(*) FROM users WHERE id = ANY ($5::uuid[]) AND deleted_at IS NULL)
                    = cardinality($5::uuid[])
                RETURNING created_at)
            INSERT INTO participants (id, conversation_id, user_id, role, joined_at)
            SELECT joining.id, $1, joining.user_id, 'member', created.created_at
            FROM created, unnest($6::uuid[], $5::uuid[]) WITH ORDINALITY AS joining (id, user_id, place)
            ORDER BY joining.place
            """, id.description, name == nil ? "direct" : "group", name, now, TextArray(new.participants),
            TextArray(new.participants.map { _ in ParticipantID.random() }))
        let rows = try await run([creating, Self.conversation(id)])
        for user in new.participants { hints.note(.person(user)) }
        return try decode { try rows[1].onlyConversation() }
    }

    static func conversation(_ id: ConversationID) -> Query {
        Query(
            """
            SELECT \(conversationColumns)
            FROM conversations
            \(threadTables)
            JOIN participants ON participants.conversation_id = conversations.id
            JOIN users ON users.id = participants.user_id
            WHERE conversations.id = $1 ORDER BY participants.number
            """, id.description)
    }

    private static let conversationColumns = """
        conversations.id, conversations.kind, coalesce(parents.name, conversations.name), conversations.created_at,
        conversations.pinned, conversations.description, conversations.admins_only, conversations.is_open,
        conversations.picture, conversations.has_threads, conversations.parent, conversations.root,
        left(roots.text, \(ThreadOrigin.excerptCharacters)),
        participants.id, participants.role, participants.joined_at, participants.left_at, \(userColumns)
        """

    /// Of a thread the group and the message; of others nothing.
    private static let threadTables = """
        LEFT JOIN conversations AS parents ON parents.id = conversations.parent
        LEFT JOIN messages AS roots ON roots.id = conversations.root
        """
}

extension Rows {
    /// Reads rows of `conversationColumns`, those of one conversation following each other.
    func conversations() throws -> [Conversation] {
        var conversations: [Conversation] = []
        for row in map({ $0 }) {
            let id: ConversationID = try row.identifier(0)
            if conversations.last?.id != id {
                conversations.append(
                    Conversation(
                        id: id, kind: row.text(1) == "group" ? .group : .direct, name: row.optionalText(2),
                        createdAt: row.timestamp(3), participants: [], pinnedCount: Int(row.integer(4)),
                        description: row.optionalText(5), adminsOnly: row.adminsOnly(6),
                        isOpen: row.integer(7) != 0, picture: try row.optionalIdentifier(8),
                        hasThreads: row.integer(9) != 0, thread: try row.threadOrigin(from: 10)))
            }
            conversations[conversations.count - 1].participants.append(
                Participant(
                    id: try row.identifier(13), conversation: id, user: try row.user(from: 17), role: row.role(14),
                    joinedAt: row.timestamp(15), leftAt: row.optionalTimestamp(16)))
        }
        return conversations
    }

    fileprivate func onlyConversation() throws -> Conversation {
        guard let conversation = try conversations().first else { throw ChatError.Reason.notFound }
        return conversation
    }
}

extension Row {
    /// The group, the message and its text.
    fileprivate func threadOrigin(from column: Int) throws -> ThreadOrigin? {
        guard let group: ConversationID = try optionalIdentifier(column) else { return nil }
        return ThreadOrigin(
            conversation: group, message: try identifier(column + 1), text: optionalText(column + 2))
    }
}
