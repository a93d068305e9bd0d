import Chat

extension WireConversation: JSONReadable {
    private enum Member: String, JSONMember {
        case createdAt, id, name, participants, type
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: WireIdentifier<Conversation>?
        var type: String?
        var name: String?
        var createdAt: WireTimestamp?
        var participants: [WireParticipant]?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .type: type = try json.string()
            case .name: name = try json.isNull() ? nil : json.string()
            case .createdAt: createdAt = try json.timestamp()
            case .participants: participants = try [WireParticipant](from: &json)
            case nil: try json.skip()
            }
        }
        self.init(
            id: try JSONReader.required(id), type: try JSONReader.required(type.flatMap(Kind.init(rawValue:))),
            name: name, createdAt: try JSONReader.required(createdAt),
            participants: try JSONReader.required(participants))
    }
}

extension WireParticipant: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, id, joinedAt, leftAt, role, user
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: WireIdentifier<Participant>?
        var conversation: WireIdentifier<Conversation>?
        var user: WireUser?
        var role: String?
        var joinedAt: WireTimestamp?
        var leftAt: WireTimestamp?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .conversationId: conversation = try json.identifier()
            case .user: user = try WireUser(from: &json)
            case .role: role = try json.string()
            case .joinedAt: joinedAt = try json.timestamp()
            case .leftAt: leftAt = try json.isNull() ? nil : json.timestamp()
            case nil: try json.skip()
            }
        }
        self.init(
            id: try JSONReader.required(id), conversationId: try JSONReader.required(conversation),
            user: try JSONReader.required(user), role: try JSONReader.required(role),
            joinedAt: try JSONReader.required(joinedAt), leftAt: leftAt)
    }
}

extension WireUser: JSONReadable {
    private enum Member: String, JSONMember {
        case avatarUrl, createdAt, id, idAlias, name
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: WireIdentifier<User>?
        var alias: String?
        var name: String?
        var avatar: String?
        var createdAt: WireTimestamp?
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
            id: try JSONReader.required(id), idAlias: try JSONReader.required(alias),
            name: try JSONReader.required(name), avatarUrl: avatar, createdAt: try JSONReader.required(createdAt))
    }
}
