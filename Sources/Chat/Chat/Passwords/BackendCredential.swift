/// By what a backend knows a session of its own: a cookie, for example. What it says only the authority that gave it
/// knows. Printing it, or what holds it, shows nothing.
public struct BackendCredential: Hashable, Sendable {
    /// The text itself, for requests to the backend and never for a log.
    public let revealed: String

    public init(_ text: String) { revealed = text }
}

extension BackendCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(credential)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A session with a backend: somebody proved there who they are.
public struct BackendSession: Hashable, Sendable {
    /// As the authority writes it.
    public let username: Username
    /// What the authority calls them, for a profile that is to be made; `nil` where that is no name here.
    public let name: DisplayName?
    /// `nil` where the authority does not say.
    public let email: EmailAddress?
    /// Who they are in the chat; `nil` where they are not in it (yet).
    public let user: User?
    public let credential: BackendCredential
    /// When it ends unless it is used; `nil` where the authority does not say.
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
