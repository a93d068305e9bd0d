import Chat

/// The response to `POST /conversations/{id}/read`.
struct WireMarkedRead: Decodable {
    struct Mark: Decodable {
        let id: WireIdentifier<ReadMark>
        let conversationId: WireIdentifier<Conversation>
        let userId: WireIdentifier<User>
        let lastReadMessageId: WireIdentifier<Message>
        let updatedAt: WireTimestamp
    }

    let read: Mark

    var entity: ReadMark {
        ReadMark(
            id: read.id.identifier, conversation: read.conversationId.identifier, user: read.userId.identifier,
            lastRead: read.lastReadMessageId.identifier, updatedAt: read.updatedAt.timestamp)
    }
}

/// `POST /conversations/{id}/read`
struct WireNewReadMark: Encodable, Sendable {
    let userId: WireIdentifier<User>?
    let lastReadMessageId: WireIdentifier<Message>
}

/// The response to `GET /conversations/{id}/unread-count`.
struct WireUnreadCount: Decodable {
    let unreadCount: UInt32
}
