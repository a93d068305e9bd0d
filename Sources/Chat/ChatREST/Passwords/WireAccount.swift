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

/// `POST /api/auth/sign-out`: a body has to be there.
struct WireSignOut: Encodable, Sendable {}

/// Signing in and up answer it.
struct WireSignedIn: Decodable {
    let user: WireAccount
}

/// The authority's own user, who is not the chat's.
struct WireAccount: Decodable {
    /// In lower case; `nil` for one who signed up without.
    let username: String?
    let name: String?
    let email: String?
}

/// `GET /api/auth/get-session` answers it, or null.
struct WireAuthSession: Decodable {
    struct Session: Decodable {
        /// `nil` where the service does not say.
        let expiresAt: WireTimestamp?
    }

    let session: Session
    let user: WireAccount
}
