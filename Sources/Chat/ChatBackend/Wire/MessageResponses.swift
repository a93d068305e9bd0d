import Bytes
import Chat

/// A message with its reactions, and its files where it has some.
extension Message: JSONWritable {
    func write(to json: inout JSONWriter) {
        let (type, text, systemEvent) = wireContent
        json.object { json in
            if !attachments.isEmpty { json.member("attachments", attachments) }
            json.member("conversationId", conversation)
            json.member("createdAt", createdAt)
            if let editedAt { json.member("editedAt", editedAt) }
            json.member("id", id)
            json.member("reactions", reactions)
            json.member("replyToMessageId", replyTo)
            json.member("senderUserId", sender)
            json.member("systemEvent", systemEvent)
            json.member("text", text)
            json.member("type", type)
        }
    }

    private var wireContent: (type: String, text: String?, systemEvent: String?) {
        switch content {
        case .text(_, let words): ("text", words, nil)
        case .joined(let user): ("system", user.map { "\($0) joined" }, "join")
        // The real backend does not name the person who left.
        case .left(let user): ("system", user.map { "\($0) left" }, "leave")
        case .other(let words): ("system", words, nil)
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
