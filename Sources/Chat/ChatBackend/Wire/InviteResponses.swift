import Bytes
import Chat

/// An invitation to a group.
extension Invite: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("createdAt", createdAt)
            json.member("expiresAt", expiresAt)
            json.member("id", id)
            if let maximumUses { json.member("maximumUses", maximumUses) }
            json.member("userId", user)
            json.member("uses", uses)
        }
    }
}

/// What those see of a group who are invited to it.
extension JoinableGroup: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("description", description)
            json.member("memberCount", members)
            json.member("name", name)
        }
    }
}
