import Chat

/// A message with its reactions.
struct WireMessage: WireEntity {
    let id: WireIdentifier<Message>
    let conversationId: WireIdentifier<Conversation>
    let senderUserId: WireIdentifier<User>?
    let type: Kind
    let text: String?
    let systemEvent: String?
    let replyToMessageId: WireIdentifier<Message>?
    let createdAt: WireTimestamp
    let reactions: [WireReaction]

    /// The type of a message.
    enum Kind: Decodable {
        case text
        case system
        case other

        init(from decoder: any Decoder) throws {
            var name = try decoder.singleValueContainer().decode(String.self)
            self = name.withUTF8 { Self(JSONWord(utf8: $0)) }
        }

        init(_ word: JSONWord) {
            switch word {
            case "text": self = .text
            case "system": self = .system
            default: self = .other
            }
        }
    }

    // Inlined, so that no text is copied.
    @inline(__always) var entity: Message {
        Message(
            id: id.identifier, conversation: conversationId.identifier, content: content,
            replyTo: replyToMessageId?.identifier, createdAt: createdAt.timestamp,
            reactions: reactions.isEmpty ? [] : reactions.map(\.entity))
    }

    /// Decided by the type, because the backend also stores a `systemEvent` that a person put on their own message.
    @inline(__always) private var content: Message.Content {
        switch (type, systemEvent, senderUserId) {
        case (.text, _, let sender?): .text(sender: sender.identifier, text: text ?? "")
        case (.system, "join", _): .joined(user: user(before: " joined"))
        case (.system, "leave", _): .left(user: user(before: " left"))
        default: .other(text: text)
        }
    }

    /// The person that a system message names: `<userId> joined`.
    private func user(before verb: String) -> UserID? {
        guard let text, text.utf8.count == UserID.descriptionBytes + verb.utf8.count,
            text.utf8.suffix(verb.utf8.count).elementsEqual(verb.utf8)
        else { return nil }
        return UserID(Substring(text.utf8.prefix(UserID.descriptionBytes)))
    }
}

/// `POST /conversations/{id}/messages`
struct WireNewMessage: Encodable, Sendable {
    let senderUserId: WireIdentifier<User>?
    let text: String
    let replyToMessageId: WireIdentifier<Message>?

    /// - Parameter sender: only in open access.
    init(_ message: NewMessage, sender: WireIdentifier<User>?) {
        senderUserId = sender
        text = message.text.description
        replyToMessageId = message.replyTo.map(WireIdentifier.init)
    }
}
