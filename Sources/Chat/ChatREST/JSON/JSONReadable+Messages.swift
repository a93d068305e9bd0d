import Chat

extension WireMessage: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, createdAt, id, reactions, replyToMessageId, senderUserId, systemEvent, text, type
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: WireIdentifier<Message>?
        var conversation: WireIdentifier<Conversation>?
        var sender: WireIdentifier<User>?
        var type: Kind?
        var text: String?
        var event: String?
        var replyTo: WireIdentifier<Message>?
        var createdAt: WireTimestamp?
        var reactions: [WireReaction]?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .conversationId: conversation = try json.identifier()
            case .senderUserId: sender = try json.isNull() ? nil : json.identifier()
            case .type: type = Kind(try json.word())
            case .text: text = try json.isNull() ? nil : json.string()
            case .systemEvent: event = try json.isNull() ? nil : json.string()
            case .replyToMessageId: replyTo = try json.isNull() ? nil : json.identifier()
            case .createdAt: createdAt = try json.timestamp()
            case .reactions: reactions = try [WireReaction](from: &json)
            case nil: try json.skip()
            }
        }
        self.init(
            id: try JSONReader.required(id), conversationId: try JSONReader.required(conversation),
            senderUserId: sender, type: try JSONReader.required(type), text: text, systemEvent: event,
            replyToMessageId: replyTo, createdAt: try JSONReader.required(createdAt),
            reactions: try JSONReader.required(reactions))
    }
}

extension WireReaction: JSONReadable {
    private enum Member: String, JSONMember {
        case createdAt, emoji, id, messageId, userId
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: WireIdentifier<Reaction>?
        var message: WireIdentifier<Message>?
        var user: WireIdentifier<User>?
        var emoji: String?
        var createdAt: WireTimestamp?
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
            id: try JSONReader.required(id), messageId: try JSONReader.required(message),
            userId: try JSONReader.required(user), emoji: try JSONReader.required(emoji),
            createdAt: try JSONReader.required(createdAt))
    }
}

extension WireBookmarkedMessage: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, createdAt, messageCreatedAt, messageId, text
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var message: WireIdentifier<Message>?
        var conversation: WireIdentifier<Conversation>?
        var text: String?
        var createdAt: WireTimestamp?
        var messageCreatedAt: WireTimestamp?
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
            messageId: try JSONReader.required(message), conversationId: try JSONReader.required(conversation),
            text: text, createdAt: try JSONReader.required(createdAt),
            messageCreatedAt: try JSONReader.required(messageCreatedAt))
    }
}

extension WireUnreadCount: JSONReadable {
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
        self.init(unreadCount: try JSONReader.required(count))
    }
}
