import Bytes
import Chat

/// The authority's own user, who is not the chat's.
struct WireAccount {
    /// In lower case; `nil` for one who signed up without.
    let username: String?
    let name: String?
    let email: String?

    init?(_ json: JSON) {
        guard json.object != nil else { return nil }
        username = json["username"]?.string
        name = json["name"]?.string
        email = json["email"]?.string
    }
}

/// `GET /api/auth/get-session` answers it, or null.
struct WireAuthSession {
    /// `nil` where the service does not say.
    let expiresAt: Timestamp?
    let user: WireAccount

    init?(_ json: JSON) {
        guard let session = json["session"], session.object != nil, let user = json["user"].flatMap({ WireAccount($0) })
        else { return nil }
        self.user = user
        expiresAt = session.timestamp("expiresAt")
        if expiresAt == nil, let said = session["expiresAt"], said != .null { return nil }
    }
}
