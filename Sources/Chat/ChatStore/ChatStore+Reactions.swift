public import Chat
internal import SQLite

extension ChatStore: ReactionRepository {
    /// None for a deleted message.
    public func reactions(to message: MessageID, as user: UserID) throws(ChatError) -> [Reaction] {
        try read { connection in
            guard try connection.place(of: message) != nil else { throw ChatError.Reason.notFound }
            return try connection.rows(
                "SELECT \(Self.reactionColumns) FROM reactions WHERE message = ? ORDER BY number",
                message.description
            ) { try $0.reaction() }
        }
    }

    /// A deleted message is `.notFound`.
    public func add(_ emoji: Emoji, to message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        let now = clock.now()
        return try await write { connection in
            let place = try connection.place(of: message, in: conversation)
            try connection.activeRole(of: user, in: conversation)
            guard !place.isDeleted else { throw ChatError.Reason.notFound }
            if let earlier = try connection.reaction(emoji.description, to: message, of: user) { return earlier }
            let reaction = Reaction(
                id: .random(), message: message, user: user, emoji: emoji.description, createdAt: now)
            try connection.insert(reaction)
            return reaction
        }
    }

    public func remove(_ emoji: String, from message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        try await write { connection in
            _ = try connection.place(of: message, in: conversation)
            try connection.activeRole(of: user, in: conversation)
            guard let reaction = try connection.reaction(emoji, to: message, of: user) else {
                throw ChatError.Reason.notFound
            }
            try connection.run("DELETE FROM reactions WHERE id = ?", reaction.id.description)
            return reaction
        }
    }

    fileprivate static let reactionColumns =
        "reactions.id, reactions.message, reactions.user, reactions.emoji, reactions.created_at"
}

extension Connection {
    /// All reactions to the messages of a period, in one query.
    mutating func reactions(
        in conversation: ConversationID, from oldest: Timestamp, through newest: Timestamp
    ) throws -> [MessageID: [Reaction]] {
        let reactions = try rows(
            """
            SELECT \(ChatStore.reactionColumns) FROM messages JOIN reactions ON reactions.message = messages.id
            WHERE messages.conversation = ? AND messages.created_at BETWEEN ? AND ?
            ORDER BY reactions.number
            """, conversation.description, oldest.milliseconds, newest.milliseconds
        ) { try $0.reaction() }
        return Dictionary(grouping: reactions, by: \.message)
    }

    mutating func insert(_ reaction: Reaction) throws {
        try run(
            "INSERT INTO reactions (id, message, user, emoji, created_at) VALUES (?, ?, ?, ?, ?)",
            reaction.id.description, reaction.message.description, reaction.user.description, reaction.emoji,
            reaction.createdAt.milliseconds)
    }

    fileprivate mutating func reaction(
        _ emoji: String, to message: MessageID, of user: UserID
    ) throws -> Reaction? {
        try row(
            "SELECT \(ChatStore.reactionColumns) FROM reactions WHERE message = ? AND user = ? AND emoji = ?",
            message.description, user.description, emoji
        ) { try $0.reaction() }
    }
}

extension Statement {
    fileprivate func reaction() throws -> Reaction {
        Reaction(
            id: try identifier(0), message: try identifier(1), user: try identifier(2), emoji: text(3),
            createdAt: timestamp(4))
    }
}
