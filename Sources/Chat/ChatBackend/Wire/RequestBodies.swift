import Chat

// Request bodies, as in `openapi.yaml`. Their values are validated when they are converted to the types of `Chat`.

struct WireNewUser: Decodable {
    let idAlias: String
    let name: String
    let avatarUrl: String?
}

struct WireLogin: Decodable {
    let idAlias: String
}

struct WireNewConversation: Decodable {
    let type: String
    let name: String?
    let participantIds: [WireIdentifier<User>]
}

struct WireNewParticipant: Decodable {
    let userId: WireIdentifier<User>
    let role: String?
}

struct WireNewMessage: Decodable {
    /// Ignored in session access.
    let senderUserId: WireIdentifier<User>?
    let text: String
    let replyToMessageId: WireIdentifier<Message>?
}

struct WireNewReaction: Decodable {
    /// Ignored in session access.
    let userId: WireIdentifier<User>?
    let emoji: String
}

struct WireNewReadMark: Decodable {
    /// Ignored in session access.
    let userId: WireIdentifier<User>?
    let lastReadMessageId: WireIdentifier<Message>
}

struct WireNewBookmark: Decodable {
    let userId: WireIdentifier<User>
}
