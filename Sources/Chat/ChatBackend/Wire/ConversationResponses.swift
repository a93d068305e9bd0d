import Bytes
import Chat

/// A person at the top level: a missing picture is `null`.
extension User: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("avatarUrl", orNull: avatarURL)
            writeOthers(to: &json)
        }
    }

    /// The members after the picture.
    fileprivate func writeOthers(to json: inout JSONWriter) {
        json.member("createdAt", createdAt)
        json.member("id", id)
        json.member("idAlias", alias)
        json.member("name", name)
    }
}

/// A person in a participant: a missing picture is omitted.
private struct EmbeddedUser: JSONWritable {
    let user: User

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("avatarUrl", user.avatarURL)
            user.writeOthers(to: &json)
        }
    }
}

/// A person's participation in a conversation.
extension Participant: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("id", id)
            json.member("joinedAt", joinedAt)
            json.member("leftAt", leftAt)
            json.member("role", role.rawValue)
            json.member("user", EmbeddedUser(user: user))
            json.member("userId", user.id)
        }
    }
}

/// A conversation with its participants.
extension Conversation: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            if !adminsOnly.isEmpty {
                json.begin("adminsOnly")
                json.array(adminsOnly.names) { $1.write($0) }
            }
            json.member("createdAt", createdAt)
            json.member("description", description)
            if hasThreads { json.member("hasThreads", hasThreads) }
            json.member("id", id)
            if isOpen { json.member("isOpen", isOpen) }
            json.member("name", name)
            json.member("participants", participants)
            json.member("picture", picture)
            if pinnedCount > 0 { json.member("pinnedCount", pinnedCount) }
            if let thread { json.member("thread", thread) }
            json.member("type", kind.rawValue)
        }
    }
}

/// The group and the message to which a thread belongs.
extension ThreadOrigin: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("excerpt", excerpt)
            json.member("messageId", message)
        }
    }
}
