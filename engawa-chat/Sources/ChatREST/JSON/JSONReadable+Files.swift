import Bytes
import Chat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Attachment: JSONReadable {
    private enum Member: String, JSONMember {
        case bytes, firstLook, height, id, name, type, width
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var id: Identifier<Attachment>?
        var name: String?
        var type: String?
        var bytes: Int64?
        var width: UInt32?
        var height: UInt32?
        var firstLook: String?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .id: id = try json.identifier()
            case .name: name = try json.string()
            case .type: type = try json.string()
            case .bytes: bytes = try json.required(Int64(exactly: json.number()).flatMap { $0 >= 0 ? $0 : nil })
            case .width: width = try json.isNull() ? nil : json.count()
            case .height: height = try json.isNull() ? nil : json.count()
            case .firstLook: firstLook = try json.isNull() ? nil : json.string()
            case nil: try json.skip()
            }
        }
        var picture: PictureShape?
        if let width, let height {
            picture = PictureShape(
                width: Int(width), height: Int(height),
                firstLook: firstLook.flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? [])
        }
        self.init(
            id: try json.required(id), name: FileName(try json.required(name)),
            type: FileType(try json.required(type)) ?? .unknown, bytes: try json.required(bytes), picture: picture)
    }
}

/// A file with where it was sent.
struct WireFile: JSONReadable {
    let attachment: Attachment
    let message: MessageID?
    let conversation: ConversationID?
    let sender: UserID
    let sentAt: Timestamp
    let hash: [UInt8]

    private enum Member: String, JSONMember {
        case attachment, conversationId, createdAt, messageId, senderUserId, sha256
        static let members = JSONMembers<Member>()
    }

    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        var attachment: Attachment?
        var message: Identifier<Message>?
        var conversation: Identifier<Conversation>?
        var sender: Identifier<User>?
        var sentAt: Timestamp?
        var hash: [UInt8]?
        try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
            switch member {
            case .attachment: attachment = try Attachment(from: &json)
            case .conversationId: conversation = try json.isNull() ? nil : json.identifier()
            case .createdAt: sentAt = try json.timestamp()
            case .messageId: message = try json.isNull() ? nil : json.identifier()
            case .senderUserId: sender = try json.identifier()
            case .sha256: hash = try json.required(FetchedContents.hash(json.string()))
            case nil: try json.skip()
            }
        }
        self.attachment = try json.required(attachment)
        self.message = message
        self.conversation = conversation
        self.sender = try json.required(sender)
        self.sentAt = try json.required(sentAt)
        self.hash = try json.required(hash)
    }
}
