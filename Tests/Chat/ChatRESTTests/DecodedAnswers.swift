import Chat
import Foundation

// What the backend answers, as `JSONDecoder` reads it: the measure for `JSONReader`.

/// An identifier as it travels: a string.
struct DecodedIdentifier<Entity>: Decodable, Sendable {
    let identifier: Identifier<Entity>

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier<Entity>(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self.identifier = identifier
    }
}

/// A moment as it travels: a string, with or without a fraction.
struct DecodedTimestamp: Decodable, Sendable {
    let timestamp: Timestamp

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let timestamp = Timestamp(iso8601: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        self.timestamp = timestamp
    }
}

/// A person, as `/users` answers and as participants embed them.
struct DecodedUser: Decodable {
    let id: DecodedIdentifier<User>
    let idAlias: String
    let name: String
    let avatarUrl: String?
    let createdAt: DecodedTimestamp

    var entity: User {
        User(
            id: id.identifier, alias: idAlias, name: name, avatarURL: avatarUrl, createdAt: createdAt.timestamp)
    }
}

/// A conversation with its participants.
struct DecodedConversation: Decodable {
    enum Kind: String, Decodable {
        case direct
        case group
    }

    let id: DecodedIdentifier<Conversation>
    let type: Kind
    let name: String?
    let createdAt: DecodedTimestamp
    let participants: [DecodedParticipant]

    var entity: Conversation {
        Conversation(
            id: id.identifier, kind: type == .direct ? .direct : .group, name: name, createdAt: createdAt.timestamp,
            participants: participants.map(\.entity))
    }
}

/// A person's part in a conversation.
struct DecodedParticipant: Decodable {
    let id: DecodedIdentifier<Participant>
    let conversationId: DecodedIdentifier<Conversation>
    let user: DecodedUser
    let role: String
    let joinedAt: DecodedTimestamp
    let leftAt: DecodedTimestamp?

    var entity: Participant {
        Participant(
            // A role that this version does not know gives no rights that it does.
            id: id.identifier, conversation: conversationId.identifier, user: user.entity,
            role: Role(rawValue: role) ?? .member, joinedAt: joinedAt.timestamp, leftAt: leftAt?.timestamp)
    }
}

/// One person's emoji on a message.
struct DecodedReaction: Decodable {
    let id: DecodedIdentifier<Reaction>
    let messageId: DecodedIdentifier<Message>
    let userId: DecodedIdentifier<User>
    let emoji: String
    let createdAt: DecodedTimestamp

    var entity: Reaction {
        Reaction(
            id: id.identifier, message: messageId.identifier, user: userId.identifier, emoji: emoji,
            createdAt: createdAt.timestamp)
    }
}

/// A message with its reactions.
struct DecodedMessage: Decodable {
    let id: DecodedIdentifier<Message>
    let conversationId: DecodedIdentifier<Conversation>
    let senderUserId: DecodedIdentifier<User>?
    let type: Kind
    let text: String?
    let systemEvent: String?
    let replyToMessageId: DecodedIdentifier<Message>?
    let createdAt: DecodedTimestamp
    let reactions: [DecodedReaction]

    /// What a message is.
    enum Kind: Decodable {
        case text
        case system
        case other

        init(from decoder: any Decoder) throws {
            switch try decoder.singleValueContainer().decode(String.self) {
            case "text": self = .text
            case "system": self = .system
            default: self = .other
            }
        }
    }

    var entity: Message {
        Message(
            id: id.identifier, conversation: conversationId.identifier, content: content,
            replyTo: replyToMessageId?.identifier, createdAt: createdAt.timestamp,
            reactions: reactions.isEmpty ? [] : reactions.map(\.entity))
    }

    /// The type decides: the backend stores a `systemEvent` that a person put on their own words.
    private var content: Message.Content {
        switch (type, systemEvent, senderUserId) {
        case (.text, _, let sender?): .text(sender: sender.identifier, text: text ?? "")
        case (.system, "join", _): .joined(user: user(before: " joined"))
        case (.system, "leave", _): .left(user: user(before: " left"))
        default: .other(text: text)
        }
    }

    /// Whom a system message is about: `<userId> joined`.
    private func user(before verb: String) -> UserID? {
        guard let text, text.utf8.count == UserID.descriptionBytes + verb.utf8.count,
            text.utf8.suffix(verb.utf8.count).elementsEqual(verb.utf8)
        else { return nil }
        return UserID(Substring(text.utf8.prefix(UserID.descriptionBytes)))
    }
}

/// A bookmark in the list, with what it marks.
struct DecodedBookmarkedMessage: Decodable {
    let messageId: DecodedIdentifier<Message>
    let conversationId: DecodedIdentifier<Conversation>
    let text: String?
    let createdAt: DecodedTimestamp
    let messageCreatedAt: DecodedTimestamp

    var entity: BookmarkedMessage {
        BookmarkedMessage(
            message: messageId.identifier, conversation: conversationId.identifier, text: text,
            createdAt: createdAt.timestamp, messageCreatedAt: messageCreatedAt.timestamp)
    }
}

/// `GET /conversations/{id}/unread-count` answers it.
struct DecodedUnreadCount: Decodable {
    let unreadCount: UInt32
}
