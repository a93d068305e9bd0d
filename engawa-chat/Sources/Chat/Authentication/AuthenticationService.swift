/// Signs people in and out at a backend. It keeps nothing: see `SessionManager`.
public protocol AuthenticationService<Credentials>: Sendable {
    /// What a person signs in with.
    associatedtype Credentials: Sendable

    /// Starts a session.
    ///
    /// - Throws: each `AuthenticationError` but `.sessionExpired` and `.storage`.
    func signIn(with credentials: Credentials) async throws(AuthenticationError) -> UserSession
    /// The session as it is now, perhaps with a new credential; `nil` if it has ended, or if the user was deleted.
    ///
    /// - Throws: `.unreachable`, `.backend`: nothing is known then.
    func check(_ session: UserSession) async throws(AuthenticationError) -> UserSession?
    /// Ends the session at the backend; idempotent.
    ///
    /// - Throws: `.unreachable`, `.backend`.
    func signOut(_ session: UserSession) async throws(AuthenticationError)
}

/// A session of a user of the chat.
///
/// Its encoded form contains the credential: an app keeps it in the keychain and nowhere else.
public struct UserSession: Hashable, Sendable, Codable {
    public let user: User
    /// `nil` where the backend takes the caller's word.
    public let credential: BackendCredential?
    /// When the session expires unless it is used; `nil` if that is not known. Only the backend knows whether it has
    /// expired, because it may have been used elsewhere.
    public let expiresAt: Timestamp?

    public init(user: User, credential: BackendCredential? = nil, expiresAt: Timestamp? = nil) {
        self.user = user
        self.credential = credential
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: CodingKey {
        case user
        case credential
        case expiresAt
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        user = try values.decode(User.self, forKey: .user)
        credential = try values.decodeIfPresent(String.self, forKey: .credential).map { BackendCredential($0) }
        expiresAt = try values.decodeIfPresent(Timestamp.self, forKey: .expiresAt)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(user, forKey: .user)
        try values.encodeIfPresent(credential?.revealed, forKey: .credential)
        try values.encodeIfPresent(expiresAt, forKey: .expiresAt)
    }
}
