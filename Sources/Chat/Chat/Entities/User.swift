/// A person who chats.
public struct User: Hashable, Sendable, Identifiable {
    public let id: UserID
    /// What signs them in. A backend may hold aliases that break today's rules, so it is text here.
    public let alias: String
    public let name: String
    /// Where the picture is, as the backend says; never trusted.
    public let avatarURL: String?
    public let createdAt: Timestamp

    public init(id: UserID, alias: String, name: String, avatarURL: String?, createdAt: Timestamp) {
        self.id = id
        self.alias = alias
        self.name = name
        self.avatarURL = avatarURL
        self.createdAt = createdAt
    }
}

/// A person who registers.
public struct NewUser: Hashable, Sendable {
    public let alias: Alias
    public let name: DisplayName
    public let avatarURL: String?

    public init(alias: Alias, name: DisplayName, avatarURL: String?) {
        self.alias = alias
        self.name = name
        self.avatarURL = avatarURL
    }
}
