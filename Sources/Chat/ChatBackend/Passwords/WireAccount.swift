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

/// `POST /api/auth/change-password`. Other sessions always end.
struct WirePasswordChange: Decodable {
    let currentPassword: String
    let newPassword: String
}

/// `POST /api/auth/sign-out`: requires a body, which is empty.
struct WireNothing: Decodable {}

/// The response to `POST /api/auth/sign-out`.
struct WireSignedOut: Encodable {
    let success = true
}

/// The user that signed in. The id is that of the chat's user, if there is one: here, account and user are the same
/// person.
struct WireAuthUser: Encodable {
    private enum CodingKeys: CodingKey {
        case id, name, email, emailVerified, image, createdAt, updatedAt, username, displayUsername
    }

    private let session: BackendSession

    init(_ session: BackendSession) { self.session = session }

    var id: String { session.user?.id.description ?? session.username.description }

    /// An unknown address is empty, because clients expect a string; other unknown values are null.
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

/// The response to sign-in and sign-up. The token is only in the cookie.
struct WireSignedIn: Encodable {
    let token = ""
    let user: WireAuthUser

    init(_ session: BackendSession) { user = WireAuthUser(session) }
}

/// The response to `GET /api/auth/get-session`, unless that is null.
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
