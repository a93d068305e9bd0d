internal import Chat
internal import Files
internal import SQLite

extension ChatStore {
    /// What `Statement.attachment(from:)` reads.
    static let attachmentColumns =
        "files.id, files.name, files.type, files.bytes, files.width, files.height, files.first_look"
}

extension Connection {
    /// The files of a conversation's messages that were sent from `oldest` through `newest`, in their order.
    mutating func attachments(
        in conversation: ConversationID, from oldest: Timestamp, through newest: Timestamp
    ) throws -> [MessageID: [Attachment]] {
        let files = try rows(
            """
            SELECT message, \(ChatStore.attachmentColumns) FROM files
            WHERE conversation = ? AND sent_at BETWEEN ? AND ? AND message IS NOT NULL
            ORDER BY conversation, sent_at, ordinal
            """, conversation.description, oldest.milliseconds, newest.milliseconds
        ) { row in (message: try row.identifier(0) as MessageID, attachment: try row.attachment(from: 1)) }
        return Dictionary(grouping: files, by: \.message).mapValues { $0.map(\.attachment) }
    }

    /// The files of one message.
    mutating func attachments(of message: Message) throws -> [Attachment] {
        try attachments(in: message.conversation, from: message.createdAt, through: message.createdAt)[message.id] ?? []
    }

    /// Gives files of a person that belong to no message to one that was just stored.
    /// - Throws: `.invalid` where one belongs to somebody else or to a message, or is not there.
    mutating func attach(_ files: [FileID], of user: UserID, to message: Message) throws -> [Attachment] {
        guard !files.isEmpty else { return [] }
        for (ordinal, file) in files.enumerated() {
            try run(
                """
                UPDATE files SET message = ?, conversation = ?, sent_at = ?, ordinal = ?
                WHERE id = ? AND user = ? AND message IS NULL
                """, message.id.description, message.conversation.description, message.createdAt.milliseconds, ordinal,
                file.description, user.description)
            guard changes == 1 else {
                throw ChatError.Reason.invalid("A file is not there, or was sent already")
            }
        }
        return try attachments(of: message)
    }

    /// The file of a person with this id; `nil` where there is none.
    /// - Throws: `.invalid` where it is somebody else's, or has another content.
    mutating func attachment(_ id: FileID, with hash: ContentHash, of user: UserID) throws -> Attachment? {
        let found = try row(
            "SELECT \(ChatStore.attachmentColumns), hash, user FROM files WHERE id = ?", id.description
        ) { (try $0.attachment(from: 0), try $0.contentHash(7), $0.text(8)) }
        guard let (attachment, content, owner) = found else { return nil }
        guard content == hash, owner == user.description else {
            throw ChatError.Reason.invalid("There is another file with this id")
        }
        return attachment
    }

    /// Deletes the files of a message, which may be deleted already.
    mutating func deleteFiles(of message: MessageID) throws {
        let place = try row(
            "SELECT conversation, created_at FROM messages WHERE id = ? AND files IS NOT NULL", message.description
        ) { (conversation: $0.text(0), sentAt: $0.integer(1)) }
        guard let place else { return }
        try run(
            "DELETE FROM files WHERE conversation = ? AND sent_at = ? AND message = ? AND message IS NOT NULL",
            place.conversation, place.sentAt, message.description)
        try run("UPDATE messages SET files = NULL WHERE id = ?", message.description)
    }

    /// What the files of a person take together, in bytes; those of all for `nil`.
    mutating func bytesOfFiles(of user: UserID?) throws -> Int64 {
        try row("SELECT bytes FROM file_totals WHERE user = ?", user?.description ?? "") { $0.integer(0) } ?? 0
    }

    /// Whether a row refers to a content.
    mutating func isReferredTo(_ hash: ContentHash) throws -> Bool {
        try row("SELECT 1 FROM files WHERE hash = ? LIMIT 1", hash.bytes) { _ in true } ?? false
    }
}

extension Statement {
    /// Reads `ChatStore.attachmentColumns` from `column` on.
    func attachment(from column: Int) throws -> Attachment {
        var picture: PictureShape?
        if let width = optionalInteger(column + 4), let height = optionalInteger(column + 5) {
            picture = PictureShape(
                width: Int(width), height: Int(height), firstLook: optionalBlob(column + 6) ?? [])
        }
        return Attachment(
            id: try identifier(column), name: FileName(text(column + 1)), type: FileType(text(column + 2)) ?? .unknown,
            bytes: integer(column + 3), picture: picture)
    }

    func contentHash(_ column: Int) throws -> ContentHash {
        guard let hash = ContentHash(blob(column)) else {
            throw ChatError.Reason.unexpectedAnswer("a stored hash is not one of SHA-256")
        }
        return hash
    }
}
