import Bytes
import Chat

extension Message: JSONReadable {
    private enum Member: String, JSONMember {
        case attachments, change, conversationId, createdAt, editedAt, id, reactions, replyToMessageId, senderUserId
        case systemEvent, text, thread, type
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: Identifier<Message>?
        var conversation: Identifier<Conversation>?
        var sender: Identifier<User>?
        var type: String?
        var text: String?
        var event: String?
        var replyTo: Identifier<Message>?
        var createdAt: Timestamp?
        var reactions: [Reaction]?
        var attachments: [Attachment]?
        var editedAt: Timestamp?
        var change: WireGroupChange?
        var thread: MessageThread?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .conversationId: conversation = try json.identifier()
            case .senderUserId: sender = try json.isNull() ? nil : json.identifier()
            case .type: type = try json.string()
            case .text: text = try json.isNull() ? nil : json.string()
            case .systemEvent: event = try json.isNull() ? nil : json.string()
            case .replyToMessageId: replyTo = try json.isNull() ? nil : json.identifier()
            case .createdAt: createdAt = try json.timestamp()
            case .reactions: reactions = try [Reaction](from: &json)
            case .change: change = try json.isNull() ? nil : WireGroupChange(from: &json)
            case .attachments: attachments = try json.isNull() ? nil : [Attachment](from: &json)
            case .editedAt: editedAt = try json.isNull() ? nil : json.timestamp()
            case .thread: thread = try json.isNull() ? nil : MessageThread(from: &json)
            case nil: try json.skip()
            }
        }
        self.init(
            id: try json.required(id), conversation: try json.required(conversation),
            content: Self.content(try json.required(type), event, sender, text, change), replyTo: replyTo,
            createdAt: try json.required(createdAt), reactions: try json.required(reactions),
            attachments: attachments ?? [], editedAt: editedAt, thread: thread)
    }

    /// The type decides: the backend stores a `systemEvent` that a person put on their own words.
    private static func content(
        _ type: String, _ event: String?, _ sender: UserID?, _ text: String?, _ change: WireGroupChange?
    )
        -> Content
    {
        switch (type, event, sender) {
        case ("text", _, let sender?): .text(sender: sender, text: text ?? "")
        case ("system", "join", _): .joined(user: user(in: text, before: " joined"))
        case ("system", "leave", _): .left(user: user(in: text, before: " left"))
        case ("system", "change", _): change?.content ?? .other(text: text)
        default: .other(text: text)
        }
    }

    /// Whom a system message is about: `<userId> joined`.
    private static func user(in text: String?, before verb: String) -> UserID? {
        guard let text, text.utf8.count == UserID.descriptionBytes + verb.utf8.count,
            text.utf8.suffix(verb.utf8.count).elementsEqual(verb.utf8)
        else { return nil }
        return UserID(Substring(text.utf8.prefix(UserID.descriptionBytes)))
    }
}

extension MessageThread: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, replies
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var conversation: ConversationID?
        var replies: UInt32?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .conversationId: conversation = try json.identifier()
            case .replies: replies = try json.count()
            case nil: try json.skip()
            }
        }
        self.init(conversation: try json.required(conversation), replies: Int(try json.required(replies)))
    }
}

extension MessageVersion: JSONReadable {
    private enum Member: String, JSONMember {
        case text, writtenAt
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var text: String?
        var writtenAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .text: text = try json.string()
            case .writtenAt: writtenAt = try json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(text: try json.required(text), writtenAt: try json.required(writtenAt))
    }
}

extension PinnedMessage: JSONReadable {
    private enum Member: String, JSONMember {
        case message, pinnedAt
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var message: Message?
        var pinnedAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .message: message = try Message(from: &json)
            case .pinnedAt: pinnedAt = try json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(message: try json.required(message), pinnedAt: try json.required(pinnedAt))
    }
}

extension Reaction: JSONReadable {
    private enum Member: String, JSONMember {
        case createdAt, emoji, id, messageId, userId
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: Identifier<Reaction>?
        var message: Identifier<Message>?
        var user: Identifier<User>?
        var emoji: String?
        var createdAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .messageId: message = try json.identifier()
            case .userId: user = try json.identifier()
            case .emoji: emoji = try json.string()
            case .createdAt: createdAt = try json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(
            id: try json.required(id), message: try json.required(message), user: try json.required(user),
            emoji: try json.required(emoji),
            createdAt: try json.required(createdAt))
    }
}

extension BookmarkedMessage: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, createdAt, messageCreatedAt, messageId, text
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var message: Identifier<Message>?
        var conversation: Identifier<Conversation>?
        var text: String?
        var createdAt: Timestamp?
        var messageCreatedAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .messageId: message = try json.identifier()
            case .conversationId: conversation = try json.identifier()
            case .text: text = try json.isNull() ? nil : json.string()
            case .createdAt: createdAt = try json.timestamp()
            case .messageCreatedAt: messageCreatedAt = try json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(
            message: try json.required(message), conversation: try json.required(conversation), text: text,
            createdAt: try json.required(createdAt),
            messageCreatedAt: try json.required(messageCreatedAt))
    }
}

/// `GET /conversations/{id}/unread-count` answers it.
struct WireUnreadCount: JSONReadable {
    let unreadCount: UInt32

    private enum Member: String, JSONMember {
        case unreadCount
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var count: UInt32?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .unreadCount: count = try json.count()
            case nil: try json.skip()
            }
        }
        unreadCount = try json.required(count)
    }
}

extension Reader: JSONReadable {
    private enum Member: String, JSONMember {
        case userId, messageId, sentAt
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var user: UserID?
        var message: MessageID?
        var sentAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .userId: user = try json.identifier()
            case .messageId: message = try json.identifier()
            case .sentAt: sentAt = try json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(user: try json.required(user), message: try json.required(message), sentAt: try json.required(sentAt))
    }
}

/// `GET /conversations/{id}/readers` answers it.
struct WireReaders: JSONReadable {
    /// Whether the caller shows how far they have read.
    let isShown: Bool
    let readers: [Reader]

    private enum Member: String, JSONMember {
        case shown, readers
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var shown: Bool?
        var readers: [Reader]?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .shown: shown = try json.bool()
            case .readers: readers = try [Reader](from: &json)
            case nil: try json.skip()
            }
        }
        isShown = try json.required(shown)
        self.readers = try json.required(readers)
    }
}
