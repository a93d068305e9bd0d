import Chat

/// `POST /api/auth/sign-in/username`
struct WireSignIn: Encodable, Sendable {
    let username: String
    let password: String
}

/// `POST /api/auth/sign-up/email`
struct WireSignUp: Encodable, Sendable {
    let username: String
    let email: String
    let password: String
    let name: String

    init(_ account: NewAccount) {
        username = account.username.description
        email = account.email.description
        password = account.password.revealed
        name = account.name.description
    }
}

/// `POST /api/auth/change-password`
struct WirePasswordChange: Encodable, Sendable {
    let currentPassword: String
    let newPassword: String
    let revokeOtherSessions = true
}

/// `POST /api/auth/sign-out`, which requires a body.
struct WireSignOut: Encodable, Sendable {}

/// The response to sign-in and sign-up.
struct WireSignedIn: Decodable {
    let user: WireAccount
}

/// The authority's user, which is not the chat's user.
struct WireAccount: Decodable {
    /// In lower case; `nil` for an account without username.
    let username: String?
    let name: String?
    let email: String?
}

/// The response to `GET /api/auth/get-session`, unless that is null.
struct WireAuthSession: Decodable {
    struct Session: Decodable {
        /// `nil` if the service does not return it.
        let expiresAt: WireTimestamp?
    }

    let session: Session
    let user: WireAccount
}
