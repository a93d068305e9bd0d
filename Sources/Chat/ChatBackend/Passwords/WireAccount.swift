import Chat

/// `POST /api/auth/sign-in/username`
struct WireSignIn: Decodable {
    let username: String
    let password: String
}

/// `POST /api/auth/sign-up/email`
struct WireSignUp: Decodable {
    let username: String
    let email: String
    let password: String
    let name: String
}

/// `POST /api/auth/change-password`: other sessions end in any case.
struct WirePasswordChange: Decodable {
    let currentPassword: String
    let newPassword: String
}

/// `POST /api/auth/sign-out`: a body has to be there, and nothing in it.
struct WireNothing: Decodable {}

/// `POST /api/auth/sign-out` answers it.
struct WireSignedOut: Encodable {
    let success = true
}

/// The one who signed in. Their id is that of the chat's user, where there is one: here the two are one person.
struct WireAuthUser: Encodable {
    private enum CodingKeys: CodingKey {
        case id, name, email, emailVerified, image, createdAt, updatedAt, username, displayUsername
    }

    private let session: BackendSession

    init(_ session: BackendSession) { self.session = session }

    var id: String { session.user?.id.description ?? session.username.description }

    /// An address that is not known is empty, for clients read a text there; other things are null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(session.name?.description ?? session.username.description, forKey: .name)
        try container.encode(session.email?.description ?? "", forKey: .email)
        try container.encode(false, forKey: .emailVerified)
        try container.encodeNil(forKey: .image)
        try container.encode(session.user?.createdAt.iso8601, forKey: .createdAt)
        try container.encode(session.user?.createdAt.iso8601, forKey: .updatedAt)
        try container.encode(session.username.description, forKey: .username)
        try container.encode(session.username.description, forKey: .displayUsername)
    }
}

/// Signing in and up answer it. The token is in the cookie, and nowhere else.
struct WireSignedIn: Encodable {
    let token = ""
    let user: WireAuthUser

    init(_ session: BackendSession) { user = WireAuthUser(session) }
}

/// `GET /api/auth/get-session` answers it, or null.
struct WireAuthSession: Encodable {
    struct Session: Encodable {
        let expiresAt: String?
        let token = ""
        let userId: String
    }

    let session: Session
    let user: WireAuthUser

    init(_ session: BackendSession) {
        user = WireAuthUser(session)
        self.session = Session(expiresAt: session.expiresAt?.iso8601, userId: user.id)
    }
}
