import Chat

/// The response to `POST /messages/{id}/bookmarks`.
struct WireBookmarked: Decodable {
    struct Mark: Decodable {
        let id: WireIdentifier<Bookmark>
        let messageId: WireIdentifier<Message>
        let userId: WireIdentifier<User>
        let createdAt: WireTimestamp
    }

    let bookmark: Mark

    var entity: Bookmark {
        Bookmark(
            id: bookmark.id.identifier, message: bookmark.messageId.identifier, user: bookmark.userId.identifier,
            createdAt: bookmark.createdAt.timestamp)
    }
}

/// `POST /messages/{id}/bookmarks`
struct WireNewBookmark: Encodable, Sendable {
    let userId: WireIdentifier<User>?
}

/// A bookmark in the list, with its message.
struct WireBookmarkedMessage: WireEntity {
    let messageId: WireIdentifier<Message>
    let conversationId: WireIdentifier<Conversation>
    let text: String?
    let createdAt: WireTimestamp
    let messageCreatedAt: WireTimestamp

    var entity: BookmarkedMessage {
        BookmarkedMessage(
            message: messageId.identifier, conversation: conversationId.identifier, text: text,
            createdAt: createdAt.timestamp, messageCreatedAt: messageCreatedAt.timestamp)
    }
}
