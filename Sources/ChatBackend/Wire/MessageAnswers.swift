import Chat

/// A message with its reactions.
struct WireMessage: Encodable {
    let id: String
    let conversationId: String
    let senderUserId: String?
    let type: String
    let text: String?
    let systemEvent: String?
    let replyToMessageId: String?
    let createdAt: String
    let reactions: [WireReaction]

    init(_ message: Message) {
        id = message.id.description
        conversationId = message.conversation.description
        senderUserId = message.sender?.description
        replyToMessageId = message.replyTo?.description
        createdAt = message.createdAt.iso8601
        reactions = message.reactions.map(WireReaction.init)
        switch message.content {
        case .text(_, let words): (type, text, systemEvent) = ("text", words, nil)
        case .joined(let user): (type, text, systemEvent) = ("system", user.map { "\($0) joined" }, "join")
        // The real backend does not say who left.
        case .left(let user): (type, text, systemEvent) = ("system", user.map { "\($0) left" }, "leave")
        case .other(let words): (type, text, systemEvent) = ("system", words, nil)
        }
    }
}

/// One person's emoji on a message.
struct WireReaction: Encodable {
    let id: String
    let messageId: String
    let userId: String
    let emoji: String
    let createdAt: String

    init(_ reaction: Reaction) {
        id = reaction.id.description
        messageId = reaction.message.description
        userId = reaction.user.description
        emoji = reaction.emoji
        createdAt = reaction.createdAt.iso8601
    }
}
