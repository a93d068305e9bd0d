/// A secret that identifies a session at a backend, such as a cookie. Its content is opaque to all but the
/// `PasswordAuthority` that issued it. Its description, and that of any value that contains it, shows nothing.
public struct BackendCredential: Hashable, Sendable {
    /// The text itself, for requests to the backend. Never log it.
    public let revealed: String

    public init(_ text: String) { revealed = text }
}

extension BackendCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(credential)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A session at a backend, of a person who signed in there.
public struct BackendSession: Hashable, Sendable {
    /// As the authority spells it.
    public let username: Username
    /// The name at the authority, for creating a profile; `nil` if it is not a valid `DisplayName`.
    public let name: DisplayName?
    /// `nil` if the authority does not return it.
    public let email: EmailAddress?
    /// The person's user in the chat; `nil` if there is none (yet).
    public let user: User?
    public let credential: BackendCredential
    /// When the session expires unless it is used; `nil` if the authority does not say.
    public let expiresAt: Timestamp?

    public init(
        username: Username, name: DisplayName?, email: EmailAddress?, user: User?, credential: BackendCredential,
        expiresAt: Timestamp?
    ) {
        self.username = username
        self.name = name
        self.email = email
        self.user = user
        self.credential = credential
        self.expiresAt = expiresAt
    }
}
