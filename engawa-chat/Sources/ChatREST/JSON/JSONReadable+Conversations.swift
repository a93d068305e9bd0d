import Bytes
import Chat

extension Conversation: JSONReadable {
    private enum Member: String, JSONMember {
        case adminsOnly, createdAt, description, hasThreads, id, isOpen, name, participants, picture, pinnedCount
        case thread, type
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: Identifier<Conversation>?
        var kind: Kind?
        var name: String?
        var createdAt: Timestamp?
        var participants: [Participant]?
        var pinnedCount: UInt32?
        var description: String?
        var adminsOnly: [String]?
        var isOpen = false
        var picture: PictureID?
        var hasThreads = false
        var thread: ThreadOrigin?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .isOpen: isOpen = try json.bool()
            case .type: kind = Kind(rawValue: try json.string())
            case .name: name = try json.isNull() ? nil : json.string()
            case .picture: picture = try json.isNull() ? nil : json.identifier()
            case .createdAt: createdAt = try json.timestamp()
            case .participants: participants = try [Participant](from: &json)
            case .description: description = try json.isNull() ? nil : json.string()
            case .adminsOnly: adminsOnly = try json.isNull() ? nil : [String](from: &json)
            case .pinnedCount: pinnedCount = try json.isNull() ? nil : json.count()
            case .hasThreads: hasThreads = try json.bool()
            case .thread: thread = try json.isNull() ? nil : ThreadOrigin(from: &json)
            case nil: try json.skip()
            }
        }
        self.init(
            id: try json.required(id), kind: try json.required(kind), name: name,
            createdAt: try json.required(createdAt),
            participants: try json.required(participants), pinnedCount: Int(pinnedCount ?? 0),
            description: description, adminsOnly: AdminsOnly(names: adminsOnly ?? []), isOpen: isOpen,
            picture: picture, hasThreads: hasThreads, thread: thread)
    }
}

extension ThreadOrigin: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, excerpt, messageId
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var conversation: ConversationID?
        var message: MessageID?
        var excerpt: String?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .conversationId: conversation = try json.identifier()
            case .messageId: message = try json.identifier()
            case .excerpt: excerpt = try json.isNull() ? nil : json.string()
            case nil: try json.skip()
            }
        }
        self.init(
            conversation: try json.required(conversation), message: try json.required(message), text: excerpt)
    }
}

/// The answer that names a conversation: to joining a group by an invitation, and to opening a thread.
struct WireConversationID: JSONReadable {
    let conversation: ConversationID

    private enum Member: String, JSONMember {
        case conversationId
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var conversation: ConversationID?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .conversationId: conversation = try json.identifier()
            case nil: try json.skip()
            }
        }
        self.conversation = try json.required(conversation)
    }
}

extension Participant: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, id, joinedAt, leftAt, role, user
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: Identifier<Participant>?
        var conversation: Identifier<Conversation>?
        var user: User?
        var role: String?
        var joinedAt: Timestamp?
        var leftAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .conversationId: conversation = try json.identifier()
            case .user: user = try User(from: &json)
            case .role: role = try json.string()
            case .joinedAt: joinedAt = try json.timestamp()
            case .leftAt: leftAt = try json.isNull() ? nil : json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(
            id: try json.required(id), conversation: try json.required(conversation), user: try json.required(user),
            // A role that this version does not know gives no rights that it does.
            role: Role(rawValue: try json.required(role)) ?? .member, joinedAt: try json.required(joinedAt),
            leftAt: leftAt)
    }
}

extension User: JSONReadable {
    private enum Member: String, JSONMember {
        case avatarUrl, createdAt, id, idAlias, name
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: Identifier<User>?
        var alias: String?
        var name: String?
        var avatar: String?
        var createdAt: Timestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .idAlias: alias = try json.string()
            case .name: name = try json.string()
            case .avatarUrl: avatar = try json.isNull() ? nil : json.string()
            case .createdAt: createdAt = try json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(
            id: try json.required(id), alias: try json.required(alias),
            name: try json.required(name), avatarURL: avatar, createdAt: try json.required(createdAt))
    }
}
