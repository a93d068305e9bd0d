public import Chat
internal import SQLite

extension ChatStore: BookmarkRepository {
    /// Bookmarks stay if the message is deleted or the person leaves the conversation; the text of a deleted
    /// message is `nil`, and that of one that tells of a change of the group.
    public func bookmarks(of user: UserID) throws(ChatError) -> [BookmarkedMessage] {
        try read { connection in
            try connection.rows(
                """
                SELECT messages.id, messages.conversation, iif(messages.kind = 'change', NULL, messages.text),
                    bookmarks.created_at, messages.created_at
                FROM bookmarks JOIN messages ON messages.id = bookmarks.message
                WHERE bookmarks.user = ? ORDER BY bookmarks.number DESC
                """, user.description
            ) { row in
                BookmarkedMessage(
                    message: try row.identifier(0), conversation: try row.identifier(1), text: row.optionalText(2),
                    createdAt: row.timestamp(3), messageCreatedAt: row.timestamp(4))
            }
        }
    }

    public func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark {
        let now = clock.now()
        return try await write { connection in
            guard let place = try connection.place(of: message) else { throw ChatError.Reason.notFound }
            try connection.activeRole(of: user, in: place.conversation)
            let earlier = try connection.row(
                "SELECT id, created_at FROM bookmarks WHERE message = ? AND user = ?", message.description,
                user.description
            ) { Bookmark(id: try $0.identifier(0), message: message, user: user, createdAt: $0.timestamp(1)) }
            if let earlier { return earlier }
            let bookmark = Bookmark(id: .random(), message: message, user: user, createdAt: now)
            try connection.insert(bookmark)
            return bookmark
        }
    }

    public func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError) {
        try await write { connection in
            try connection.run(
                "DELETE FROM bookmarks WHERE message = ? AND user = ?", message.description, user.description)
            guard connection.changes == 0 else { return }
            guard let place = try connection.place(of: message) else { throw ChatError.Reason.notFound }
            try connection.activeRole(of: user, in: place.conversation)
            throw ChatError.Reason.notFound
        }
    }
}

extension Connection {
    mutating func insert(_ bookmark: Bookmark) throws {
        try run(
            "INSERT INTO bookmarks (id, message, user, created_at) VALUES (?, ?, ?, ?)", bookmark.id.description,
            bookmark.message.description, bookmark.user.description, bookmark.createdAt.milliseconds)
    }
}
