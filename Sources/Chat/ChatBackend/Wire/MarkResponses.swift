import Bytes
import Chat

extension ReadMark {
    /// What setting a read mark answers.
    var json: JSON {
        [
            "status": "ok",
            "read": [
                "id": id.json, "conversationId": conversation.json, "userId": user.json,
                "lastReadMessageId": lastRead.json, "updatedAt": updatedAt.json,
            ],
        ]
    }
}

extension Reader {
    var json: JSON { ["userId": user.json, "messageId": message.json, "sentAt": sentAt.json] }
}

extension Bookmark {
    /// What adding a bookmark answers.
    var json: JSON {
        [
            "status": "bookmarked",
            "bookmark": ["id": id.json, "messageId": message.json, "userId": user.json, "createdAt": createdAt.json],
        ]
    }
}

/// A bookmark in the list, with its message.
extension BookmarkedMessage: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("conversationId", conversation)
            json.member("createdAt", createdAt)
            json.member("messageCreatedAt", messageCreatedAt)
            json.member("messageId", message)
            json.member("text", text)
        }
    }
}
