public import Chat
internal import SQLite

extension ChatStore: MessageRepository {
    /// A limit out of range is brought into it.
    public func messages(
        in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int
    ) throws(ChatError) -> [Message] {
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        return try read { connection in
            try connection.snapshot { connection in
                try connection.activeRole(of: user, in: conversation)
                return try connection.messages(in: conversation, before: before, limit: limit)
            }
        }
    }

    public func newest(inEach conversations: [ConversationID], as user: UserID)
        throws(ChatError) -> [ConversationID: Message]
    {
        try read { connection in
            var newest: [ConversationID: Message] = [:]
            for conversation in conversations where try connection.isActive(user, in: conversation) {
                newest[conversation] = try connection.messages(in: conversation, before: nil, limit: 1).first
            }
            return newest
        }
    }

    public func find(_ ids: Set<MessageID>, in conversation: ConversationID, as user: UserID)
        throws(ChatError) -> [MessageID: Message]
    {
        try read { connection in
            try connection.activeRole(of: user, in: conversation)
            var found: [MessageID: Message] = [:]
            for id in ids { found[id] = try connection.message(id, in: conversation) }
            return found
        }
    }

    /// Looks it up, whenever it was sent.
    public func message(_ id: MessageID, in conversation: ConversationID, as user: UserID, sentAt moment: Timestamp?)
        throws(ChatError) -> Message
    {
        guard let message = try find([id], in: conversation, as: user)[id] else {
            throw ChatError(.notFound, during: "message")
        }
        return message
    }

    public func send(_ new: NewMessage) async throws(ChatError) -> Message {
        let now = clock.now()
        return try await write { connection in
            try connection.activeRole(of: new.sender, in: new.conversation)
            return try connection.send(new, key: nil, at: now)
        }
    }

    public func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        let now = clock.now()
        try await write { connection in
            let place = try connection.place(of: message, in: conversation)
            let role = try connection.activeRole(of: user, in: conversation)
            guard role == .admin || place.sender == user else { throw Refusal.forbidden }
            guard !place.isDeleted else { return }
            try connection.delete(message, at: now)
        }
    }

    public func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try read { connection in
            guard let place = try connection.place(of: message) else { throw Refusal.notFound }
            return place.conversation
        }
    }
}

/// What a row of `messages` tells about its `user`.
enum MessageKind: String {
    /// The user said it.
    case text
    case join
    case leave

    /// The same as by `rawValue`, without making a text of it.
    init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard let kind = [MessageKind.text, .join, .leave].first(where: { utf8.elementsEqual($0.rawValue.utf8) }) else {
            return nil
        }
        self = kind
    }

    func content(user: UserID, text: String?) -> Message.Content {
        switch self {
        case .text: .text(sender: user, text: text ?? "")
        case .join: .joined(user: user)
        case .leave: .left(user: user)
        }
    }
}

/// Where a message is, whether or not it was deleted.
struct MessagePlace {
    let conversation: ConversationID
    /// 1 for the first message of the conversation.
    let position: Int64
    /// `nil` for a system message.
    let sender: UserID?
    let isDeleted: Bool
}

extension Connection {
    mutating func place(of message: MessageID) throws -> MessagePlace? {
        try row(
            "SELECT conversation, position, kind, user, deleted_at FROM messages WHERE id = ?", message.description
        ) { row in
            MessagePlace(
                conversation: try row.identifier(0), position: row.integer(1),
                sender: row.text(2) == "text" ? try row.identifier(3) : nil, isDeleted: !row.isNull(4))
        }
    }

    /// The same for a message that has to be in this conversation.
    mutating func place(of message: MessageID, in conversation: ConversationID) throws -> MessagePlace {
        guard let place = try place(of: message), place.conversation == conversation else { throw Refusal.notFound }
        return place
    }

    /// Where the newest message of a conversation is, deleted or not.
    mutating func newest(in conversation: ConversationID) throws -> (position: Int64, createdAt: Timestamp)? {
        try row(
            """
            SELECT position, created_at FROM messages WHERE conversation = ?
            ORDER BY created_at DESC, position DESC LIMIT 1
            """, conversation.description
        ) { ($0.integer(0), $0.timestamp(1)) }
    }

    /// Puts a message after all others of the conversation, whose existence is the caller's business.
    @discardableResult
    mutating func insert(
        _ kind: MessageKind, of user: UserID, text: String?, replyTo: MessageID? = nil, key: [UInt8]? = nil,
        into conversation: ConversationID, as id: MessageID = .random(), at now: Timestamp
    ) throws -> Message {
        let newest = try newest(in: conversation)
        var createdAt = now
        // The clock was set back. A millisecond more keeps such messages apart for those who page by time.
        if let newest, newest.createdAt > now { createdAt = newest.createdAt.adding(.milliseconds(1)) }
        try run(
            """
            INSERT INTO messages (id, conversation, position, kind, user, text, reply_to, created_at, send_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id.description, conversation.description, (newest?.position ?? 0) + 1, kind.rawValue,
            user.description, text, replyTo?.description, createdAt.milliseconds, key)
        if kind == .text, let text { try index(text, ofMessage: lastInsertedRow) }
        return Message(
            id: id, conversation: conversation, content: kind.content(user: user, text: text), replyTo: replyTo,
            createdAt: createdAt, reactions: [])
    }

    /// Takes the words and the reactions, and leaves the row.
    mutating func delete(_ message: MessageID, at now: Timestamp) throws {
        try forgetWords(of: message)
        try run(
            "UPDATE messages SET text = NULL, deleted_at = ? WHERE id = ?", now.milliseconds, message.description)
        try run("DELETE FROM reactions WHERE message = ?", message.description)
    }

    /// One message that was not deleted, with its reactions.
    mutating func message(_ id: MessageID, in conversation: ConversationID) throws -> Message? {
        let found = try row(
            """
            SELECT id, kind, user, text, reply_to, created_at FROM messages
            WHERE id = ? AND conversation = ? AND deleted_at IS NULL
            """, id.description, conversation.description
        ) { try $0.message(in: conversation) }
        guard let found else { return nil }
        let reactions = try reactions(in: conversation, from: found.createdAt, through: found.createdAt)
        return Message(
            id: found.id, conversation: conversation, content: found.content, replyTo: found.replyTo,
            createdAt: found.createdAt, reactions: reactions[found.id] ?? [])
    }

    fileprivate mutating func messages(
        in conversation: ConversationID, before: Timestamp?, limit: Int
    ) throws -> [Message] {
        let page = try rows(
            """
            SELECT id, kind, user, text, reply_to, created_at FROM messages
            WHERE conversation = ? AND created_at < ? AND deleted_at IS NULL
            ORDER BY created_at DESC, position DESC LIMIT ?
            """, conversation.description, before?.milliseconds ?? .max, limit
        ) { try $0.message(in: conversation) }
        guard let newest = page.first, let oldest = page.last else { return [] }
        let reactions = try reactions(in: conversation, from: oldest.createdAt, through: newest.createdAt)
        guard !reactions.isEmpty else { return page }
        return page.map { message in
            guard let reactions = reactions[message.id] else { return message }
            return Message(
                id: message.id, conversation: conversation, content: message.content, replyTo: message.replyTo,
                createdAt: message.createdAt, reactions: reactions)
        }
    }
}

extension Statement {
    fileprivate func message(in conversation: ConversationID) throws -> Message {
        let kind = withText(1) { MessageKind(utf8: $0) } ?? .text
        return Message(
            id: try identifier(0), conversation: conversation,
            content: kind.content(user: try identifier(2), text: optionalText(3)),
            replyTo: try optionalIdentifier(4), createdAt: timestamp(5), reactions: [])
    }
}
