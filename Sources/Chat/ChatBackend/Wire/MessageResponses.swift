import Bytes
import Chat

/// A message with its reactions, and its files where it has some.
extension Message: JSONWritable {
    func write(to json: inout JSONWriter) {
        let (type, text, systemEvent) = wireContent
        json.object { json in
            if !attachments.isEmpty { json.member("attachments", attachments) }
            if case .changed(let change, let actor) = content {
                json.begin("change")
                change.write(to: &json, by: actor)
            }
            json.member("conversationId", conversation)
            json.member("createdAt", createdAt)
            if let editedAt { json.member("editedAt", editedAt) }
            json.member("id", id)
            json.member("reactions", reactions)
            json.member("replyToMessageId", replyTo)
            json.member("senderUserId", sender)
            json.member("systemEvent", systemEvent)
            json.member("text", text)
            if let thread { json.member("thread", thread) }
            json.member("type", type)
        }
    }

    private var wireContent: (type: String, text: String?, systemEvent: String?) {
        switch content {
        case .text(_, let words): ("text", words, nil)
        case .joined(let user): ("system", user.map { "\($0) joined" }, "join")
        // The real backend does not name the person who left.
        case .left(let user): ("system", user.map { "\($0) left" }, "leave")
        case .changed: ("system", nil, "change")
        case .other(let words): ("system", words, nil)
        }
    }
}

/// The replies to a message, where there are some.
extension MessageThread: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("replies", replies)
        }
    }
}

extension GroupChange {
    /// A change of a group, and who made it.
    fileprivate func write(to json: inout JSONWriter, by actor: UserID) {
        json.object { json in
            if case .adminsOnly(let actions) = self {
                json.begin("adminsOnly")
                json.array(actions.names) { $1.write($0) }
            }
            json.member("by", actor)
            if case .hasThreads(let hasThreads) = self { json.member("hasThreads", hasThreads) }
            if case .isOpen(let isOpen) = self { json.member("isOpen", isOpen) }
            json.member("kind", kind)
            if case .pinned(let message) = self { json.member("messageId", message) }
            if case .name(let name) = self { json.member("name", name) }
            if case .role(let user, let role) = self {
                json.member("role", role.rawValue)
                json.member("userId", user)
            }
        }
    }

    private var kind: String {
        switch self {
        case .name: "name"
        case .description: "description"
        case .picture: "picture"
        case .adminsOnly: "adminsOnly"
        case .isOpen: "isOpen"
        case .hasThreads: "hasThreads"
        case .role: "role"
        case .pinned: "pinned"
        }
    }
}

/// A pinned message.
extension PinnedMessage: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("message", message)
            json.member("pinnedAt", pinnedAt)
        }
    }
}

/// A text that a message had before.
extension MessageVersion: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("text", text)
            json.member("writtenAt", writtenAt)
        }
    }
}

/// One person's emoji on a message.
extension Reaction: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("createdAt", createdAt)
            json.member("emoji", emoji)
            json.member("id", id)
            json.member("messageId", message)
            json.member("userId", user)
        }
    }
}
