import Chat

/// One person's emoji on a message.
struct WireReaction: Decodable {
    let id: WireIdentifier<Reaction>
    let messageId: WireIdentifier<Message>
    let userId: WireIdentifier<User>
    let emoji: String
    let createdAt: WireTimestamp

    var entity: Reaction {
        Reaction(
            id: id.identifier, message: messageId.identifier, user: userId.identifier, emoji: emoji,
            createdAt: createdAt.timestamp)
    }
}

/// `POST /messages/{id}/reactions`
struct WireNewReaction: Encodable, Sendable {
    let userId: WireIdentifier<User>?
    let emoji: String
}
