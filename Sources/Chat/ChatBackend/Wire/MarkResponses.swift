import Chat

/// The response to setting a read mark.
struct WireMarkedRead: Encodable {
    struct Mark: Encodable {
        let id: String
        let conversationId: String
        let userId: String
        let lastReadMessageId: String
        let updatedAt: String
    }

    let status = "ok"
    let read: Mark

    init(_ mark: ReadMark) {
        read = Mark(
            id: mark.id.description, conversationId: mark.conversation.description, userId: mark.user.description,
            lastReadMessageId: mark.lastRead.description, updatedAt: mark.updatedAt.iso8601)
    }
}

/// The number of messages after the read mark.
struct WireUnreadCount: JSONWritable {
    let unreadCount: Int

    func write(to json: inout JSONWriter) { json.object { $0.member("unreadCount", unreadCount) } }
}

/// The response to adding a bookmark.
struct WireBookmarked: Encodable {
    struct Mark: Encodable {
        let id: String
        let messageId: String
        let userId: String
        let createdAt: String
    }

    let status = "bookmarked"
    let bookmark: Mark

    init(_ bookmark: Bookmark) {
        self.bookmark = Mark(
            id: bookmark.id.description, messageId: bookmark.message.description, userId: bookmark.user.description,
            createdAt: bookmark.createdAt.iso8601)
    }
}

/// The response to removing a bookmark.
struct WireUnbookmarked: Encodable {
    let status = "unbookmarked"
}

/// A bookmark in the list, with its message.
extension BookmarkedMessage: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("createdAt", createdAt)
            json.member("messageCreatedAt", messageCreatedAt)
            json.member("messageId", message)
            json.member("text", text)
        }
    }
}
