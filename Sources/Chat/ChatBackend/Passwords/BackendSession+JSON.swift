import Bytes
import Chat

extension BackendSession {
    /// What signing in and up answer. The token is in the cookie, and nowhere else.
    var grantJSON: JSON { ["token": "", "user": userJSON] }

    /// What `GET /api/auth/get-session` answers, where there is a session.
    var json: JSON {
        [
            "session": JSON(["expiresAt": expiresAt?.json, "token": "", "userId": .string(userID)]),
            "user": userJSON,
        ]
    }

    /// That of the chat's user, where there is one: here the two are one person.
    private var userID: String { user?.id.description ?? username.description }

    /// The one who signed in. An address that is not known is empty, for clients read a text there; other things are null.
    private var userJSON: JSON {
        let createdAt = user?.createdAt.json ?? .null
        return [
            "id": .string(userID), "name": .string(name?.description ?? username.description),
            "email": .string(email?.description ?? ""), "emailVerified": false, "image": .null,
            "createdAt": createdAt, "updatedAt": createdAt, "username": .string(username.description),
            "displayUsername": .string(username.description),
        ]
    }
}
