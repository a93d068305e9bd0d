import Bytes
import Chat
import HTTP

/// Invitations to groups over REST, where the backend says that it has them.
struct RESTInvites: GroupInvites {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.invites) }

    func invites(to conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Invite] {
        let call = Call(.get, ["conversations", .id(conversation), "invites"], success: .ok)
            .asking(as: user)
            .refused(by: .forbidden)
        return try await client.entities(Invite.self, of: call)
    }

    func invite(to conversation: ConversationID, _ new: NewInvite, as user: UserID) async throws(ChatError) -> Invite {
        let call = Call(.post, ["conversations", .id(conversation), "invites"], success: .created)
            .called(by: user)
            .sending([
                "userId": client.said(user), "seconds": .number(Double(new.lifetime.components.seconds)),
                "maximumUses": new.maximumUses.map { .number(Double($0)) },
            ])
            .refused(by: .forbidden)
            .refused(by: .conflict, means: .limitReached(.invites))
        return try await client.value(Invite.self, of: call)
    }

    func revoke(_ invite: InviteID, as user: UserID) async throws(ChatError) {
        let call = Call(.delete, ["invites", .id(invite)], success: .noContent)
            .asking(as: user)
            .refused(by: .forbidden)
        try await client.perform(call)
    }

    func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup {
        let call = Call(.get, ["invites", .id(invite)], success: .ok)
            .called(by: user)
            .refused(by: .notFound)
        return try await client.value(JoinableGroup.self, of: call)
    }

    func join(by invite: InviteID, as user: UserID) async throws(ChatError) -> ConversationID {
        let call = Call(.post, ["invites", .id(invite), "join"], success: .ok)
            .called(by: user)
            .sending(["userId": client.said(user)])
            .refused(by: .notFound)
        return try await client.value(WireConversationID.self, of: call).conversation
    }
}

extension Invite: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, createdAt, expiresAt, id, maximumUses, userId, uses
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: InviteID?
        var conversation: ConversationID?
        var user: UserID?
        var (createdAt, expiresAt): (Timestamp?, Timestamp?)
        var (maximumUses, uses): (UInt32?, UInt32?)
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .conversationId: conversation = try json.identifier()
            case .userId: user = try json.identifier()
            case .createdAt: createdAt = try json.timestamp()
            case .expiresAt: expiresAt = try json.timestamp()
            case .maximumUses: maximumUses = try json.isNull() ? nil : json.count()
            case .uses: uses = try json.count()
            case nil: try json.skip()
            }
        }
        self.init(
            id: try json.required(id), conversation: try json.required(conversation), user: try json.required(user),
            createdAt: try json.required(createdAt), expiresAt: try json.required(expiresAt),
            maximumUses: maximumUses.map { Int($0) }, uses: Int(try json.required(uses)))
    }
}

extension JoinableGroup: JSONReadable {
    private enum Member: String, JSONMember {
        case conversationId, description, memberCount, name
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var conversation: ConversationID?
        var (name, description): (String?, String?)
        var members: UInt32?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .conversationId: conversation = try json.identifier()
            case .name: name = try json.string()
            case .description: description = try json.isNull() ? nil : json.string()
            case .memberCount: members = try json.count()
            case nil: try json.skip()
            }
        }
        self.init(
            conversation: try json.required(conversation), name: try json.required(name), description: description,
            members: Int(try json.required(members)))
    }
}
