public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: MessageRepository {
    /// Clamps `limit` to the valid range.
    public func messages(
        in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int
    ) throws(ChatError) -> [Message] {
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        return try snapshot { connection in
            try connection.activeRole(of: user, in: conversation)
            return try connection.messages(in: conversation, before: before, limit: limit)
        }
    }

    /// Clamps `limit` to the valid range.
    public func messages(
        in conversation: ConversationID, as user: UserID, from moment: Timestamp, limit: Int
    ) throws(ChatError) -> [Message] {
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        return try snapshot { connection in
            try connection.activeRole(of: user, in: conversation)
            return try connection.messages(in: conversation, from: moment, limit: limit)
        }
    }

    public func newest(inEach conversations: [ConversationID], as user: UserID)
        throws(ChatError) -> [ConversationID: Message]
    {
        try snapshot { connection in
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
        try snapshot { connection in
            try connection.activeRole(of: user, in: conversation)
            var found: [MessageID: Message] = [:]
            for id in ids { found[id] = try connection.message(id, in: conversation) }
            return found
        }
    }

    /// Ignores `moment`, as messages are found by their id.
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
            try connection.require(.post, of: new.sender, in: new.conversation)
            return try connection.send(new, key: nil, at: now)
        }
    }

    public func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        let now = clock.now()
        try await write { connection in
            let place = try connection.place(of: message, in: conversation)
            let role = try connection.activeRole(of: user, in: conversation)
            guard role == .admin || place.sender == user else { throw ChatError.Reason.forbidden }
            guard !place.isDeleted else { return }
            try connection.delete(message, at: now)
        }
        await dropReleasedIfPossible()
    }

    public func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try read { connection in
            guard let place = try connection.place(of: message) else { throw ChatError.Reason.notFound }
            return place.conversation
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
    let sentAt: Timestamp
}

extension Connection {
    mutating func place(of message: MessageID) throws -> MessagePlace? {
        try row(
            "SELECT conversation, position, kind, user, deleted_at, created_at FROM messages WHERE id = ?",
            message.description
        ) { row in
            MessagePlace(
                conversation: try row.identifier(0), position: row.integer(1),
                sender: row.text(2) == "text" ? try row.identifier(3) : nil, isDeleted: !row.isNull(4),
                sentAt: row.timestamp(5))
        }
    }

    /// The same for a message that has to be in this conversation.
    mutating func place(of message: MessageID, in conversation: ConversationID) throws -> MessagePlace {
        guard let place = try place(of: message), place.conversation == conversation else {
            throw ChatError.Reason.notFound
        }
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

    /// Appends a message to a conversation, which must exist.
    @discardableResult
    mutating func insert(
        _ kind: MessageKind, of user: UserID, text: String?, replyTo: MessageID? = nil, key: [UInt8]? = nil,
        files: [FileID] = [], into conversation: ConversationID, as id: MessageID = .random(), at now: Timestamp
    ) throws -> Message {
        let newest = try newest(in: conversation)
        let position = (newest?.position ?? 0) + 1
        // No two of a conversation have the same time, whatever the clock says: clients page and sort by it.
        let createdAt = newest.map { max(now, $0.createdAt.adding(.milliseconds(1))) } ?? now
        try run(
            """
            INSERT INTO messages (id, conversation, position, kind, user, text, reply_to, created_at, send_key, files)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id.description, conversation.description, position, kind.rawValue,
            user.description, text, replyTo?.description, createdAt.milliseconds, key,
            files.isEmpty ? nil : files.count)
        let number = lastInsertedRow
        var message = Message(
            id: id, conversation: conversation, content: MessageKind.content(kind, user: user, text: text),
            replyTo: replyTo,
            createdAt: createdAt, reactions: [])
        message.attachments = try attach(files, of: user, to: message)
        try index(
            kind == .text ? message.attachments.searchedText(beside: text) : nil, ofMessage: number,
            at: TextPlace(conversation: try self.number(of: conversation), position: position), sentAt: createdAt)
        return message
    }

    /// Deletes the text with its earlier versions, the files, the reactions and the pin, and keeps the row.
    mutating func delete(_ message: MessageID, at now: Timestamp) throws {
        try deleteFiles(of: message)
        try forgetText(of: message)
        try unpin(message)
        try run("DELETE FROM message_versions WHERE message = ?", message.description)
        try run(
            "UPDATE messages SET text = NULL, deleted_at = ? WHERE id = ?", now.milliseconds, message.description)
        try run("DELETE FROM reactions WHERE message = ?", message.description)
    }

    /// One message that was not deleted, with its reactions and files.
    mutating func message(_ id: MessageID, in conversation: ConversationID) throws -> Message? {
        try messages(in: conversation) { connection, read in
            try connection.rows(
                """
                SELECT \(ChatStore.messageColumns) FROM messages
                WHERE id = ? AND conversation = ? AND deleted_at IS NULL
                """, id.description, conversation.description, body: read)
        }.first
    }

    /// The newest messages of a conversation, given the moment before which they were sent and how many.
    static let newestMessages = """
        SELECT \(ChatStore.messageColumns) FROM messages
        WHERE conversation = ? AND created_at < ? AND deleted_at IS NULL
        ORDER BY created_at DESC, position DESC LIMIT ?
        """
    /// The earliest messages of a millisecond, given how many.
    private static let earliestMessages = """
        SELECT \(ChatStore.messageColumns) FROM messages
        WHERE conversation = ? AND created_at = ? AND deleted_at IS NULL
        ORDER BY position LIMIT ?
        """

    /// The messages from a moment on, oldest first.
    fileprivate mutating func messages(
        in conversation: ConversationID, from moment: Timestamp, limit: Int
    ) throws -> [Message] {
        try messages(in: conversation) { connection, read in
            try connection.rows(
                """
                SELECT \(ChatStore.messageColumns) FROM messages
                WHERE conversation = ? AND created_at >= ? AND deleted_at IS NULL
                ORDER BY created_at, position LIMIT ?
                """, conversation.description, moment.milliseconds, limit, body: read)
        }
    }

    fileprivate mutating func messages(
        in conversation: ConversationID, before: Timestamp?, limit: Int
    ) throws -> [Message] {
        try messages(in: conversation) { connection, read in
            var page = try connection.rows(
                Self.newestMessages, conversation.description, before?.milliseconds ?? .max, limit, body: read)
            guard page.count == limit, let oldest = page.last else { return page }
            // In data of version 0.1 several messages may share a millisecond, and others of the oldest may be missing.
            let shared = page.reversed().prefix { $0.createdAt == oldest.createdAt }.count
            let earliest = try connection.rows(
                Self.earliestMessages, conversation.description, oldest.createdAt.milliseconds, shared, body: read)
            page.replaceSubrange((page.count - shared)..., with: earliest.reversed())
            return page
        }
    }

    /// Messages of a conversation, with their reactions, files and threads where any has some.
    ///
    /// - Parameter body: reads the messages in the order of their times or against it; it makes each of its row with what
    ///   it is given.
    private mutating func messages(
        in conversation: ConversationID,
        _ body: (inout Connection, (borrowing Statement) throws -> Message) throws -> [Message]
    ) throws -> [Message] {
        var (haveFiles, haveReactions) = (false, false)
        var replies: [MessageID: Int] = [:]
        var page = try body(&self) { row in
            let message = try row.message(in: conversation)
            if !row.isNull(6) { haveFiles = true }
            if row.integer(9) > 0 { haveReactions = true }
            if let count = row.optionalInteger(8), count > 0 { replies[message.id] = Int(count) }
            return message
        }
        guard let first = page.first?.createdAt, let last = page.last?.createdAt else { return [] }
        let (oldest, newest) = (min(first, last), max(first, last))
        if haveReactions {
            let reactions = try reactions(in: conversation, from: oldest, through: newest)
            for index in page.indices { page[index].reactions = reactions[page[index].id] ?? [] }
        }
        if !replies.isEmpty {
            for index in page.indices { page[index].thread = try thread(of: page[index].id, replies[page[index].id]) }
        }
        guard haveFiles else { return page }
        let attachments = try attachments(in: conversation, from: oldest, through: newest)
        for index in page.indices { page[index].attachments = attachments[page[index].id] ?? [] }
        return page
    }

    /// Where the replies to a message are; `nil` where it has none.
    private mutating func thread(of message: MessageID, _ replies: Int?) throws -> MessageThread? {
        guard let replies else { return nil }
        let conversation: ConversationID? = try row(
            "SELECT id FROM conversations WHERE root = ?", message.description
        ) { try $0.identifier(0) }
        return conversation.map { MessageThread(conversation: $0, replies: replies) }
    }
}

extension ChatStore {
    /// What makes a `Message`; the last ones are NULL for one without files, replies or reactions.
    static let messageColumns = "id, kind, user, text, reply_to, created_at, files, edited_at, replies, reacted"
}

extension Statement {
    fileprivate func message(in conversation: ConversationID) throws -> Message {
        Message(
            id: try identifier(0), conversation: conversation,
            content: MessageKind.content(messageKind(1), user: try identifier(2), text: optionalText(3)),
            replyTo: try optionalIdentifier(4), createdAt: timestamp(5), reactions: [],
            editedAt: optionalTimestamp(7))
    }
}
