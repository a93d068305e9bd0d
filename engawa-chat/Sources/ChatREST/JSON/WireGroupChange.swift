import Bytes
import Chat

/// What a system message tells of a change of a group, and who made it.
struct WireGroupChange: JSONReadable {
    /// `nil` for a kind that this version does not know.
    let content: Message.Content?

    private enum Member: String, JSONMember {
        case adminsOnly, by, hasThreads, isOpen, kind, messageId, name, role, userId
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var kind: String?
        var actor: UserID?
        var person: UserID?
        var message: MessageID?
        var (name, role): (String?, String?)
        var adminsOnly: [String]?
        var isOpen: Bool?
        var hasThreads: Bool?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .kind: kind = try json.string()
            case .by: actor = try json.identifier()
            case .userId: person = try json.isNull() ? nil : json.identifier()
            case .messageId: message = try json.isNull() ? nil : json.identifier()
            case .name: name = try json.isNull() ? nil : json.string()
            case .role: role = try json.isNull() ? nil : json.string()
            case .adminsOnly: adminsOnly = try json.isNull() ? nil : [String](from: &json)
            case .isOpen: isOpen = try json.isNull() ? nil : json.bool()
            case .hasThreads: hasThreads = try json.isNull() ? nil : json.bool()
            case nil: try json.skip()
            }
        }
        let change: GroupChange? =
            switch try json.required(kind) {
            case "name": name.map { .name($0) }
            case "description": .description
            case "picture": .picture
            case "adminsOnly": adminsOnly.map { .adminsOnly(AdminsOnly(names: $0)) }
            case "isOpen": isOpen.map { .isOpen($0) }
            case "hasThreads": hasThreads.map { .hasThreads($0) }
            case "role":
                if let person, let role = role.flatMap(Role.init(rawValue:)) { .role(person, role) } else { nil }
            case "pinned": message.map { .pinned($0) }
            default: nil
            }
        let author = try json.required(actor)
        content = change.map { .changed($0, by: author) }
    }
}
