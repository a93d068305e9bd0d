/// A person in the chat.
public struct User: Hashable, Sendable, Codable, Identifiable {
    public let id: UserID
    /// The name used for signing in. Text and not `Alias`, because backends may hold aliases that break today's rules.
    public let alias: String
    public let name: String
    /// The URL of the picture, from the backend and not validated.
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

/// A person to be registered.
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
