import Chat

// The bodies that come in, as `openapi.yaml` says. What they hold is checked when it becomes a value of `Chat`.

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
    /// Of no meaning in session access.
    let senderUserId: WireIdentifier<User>?
    let text: String
    let replyToMessageId: WireIdentifier<Message>?
}

struct WireNewReaction: Decodable {
    /// Of no meaning in session access.
    let userId: WireIdentifier<User>?
    let emoji: String
}

struct WireNewReadMark: Decodable {
    /// Of no meaning in session access.
    let userId: WireIdentifier<User>?
    let lastReadMessageId: WireIdentifier<Message>
}

struct WireNewBookmark: Decodable {
    let userId: WireIdentifier<User>
}
