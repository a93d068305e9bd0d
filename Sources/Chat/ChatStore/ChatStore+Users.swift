public import Chat
internal import SQLite

extension ChatStore: UserRepository {
    static let userColumns = "users.id, users.alias, users.name, users.avatar_url, users.created_at"

    /// In the order in which they registered.
    public func users() throws(ChatError) -> [User] {
        try read { connection in
            try connection.rows(
                "SELECT \(Self.userColumns) FROM users WHERE deleted_at IS NULL ORDER BY number"
            ) { try $0.user(from: 0) }
        }
    }

    /// Reads by the beginnings of names and words (`user_names`), not through all people.
    public func users(matching query: SearchQuery?, limit: Int) async throws(ChatError) -> [User] {
        try await longRead { connection in
            guard let query else {
                return try connection.rows(
                    // Those who were deleted have no name.
                    "SELECT \(Self.userColumns) FROM users WHERE name > '' ORDER BY name, alias LIMIT ?", limit
                ) { try $0.user(from: 0) }
            }
            return try connection.users(matching: query, limit: limit)
        }
    }

    public func user(_ id: UserID) throws(ChatError) -> User {
        try read { connection in try connection.user(id) }
    }

    public func user(alias: Alias) throws(ChatError) -> User {
        try read { connection in
            let user = try connection.row(
                "SELECT \(Self.userColumns) FROM users WHERE alias = ?", alias.description
            ) { try $0.user(from: 0) }
            guard let user else { throw ChatError.Reason.notFound }
            return user
        }
    }

    public func register(_ new: NewUser) async throws(ChatError) -> User {
        let user = User(
            id: .random(), alias: new.alias.description, name: new.name.description, avatarURL: new.avatarURL,
            createdAt: clock.now())
        try await write { connection in
            do { try connection.insert(user) } catch let error as SQLiteError where error.isUniqueViolation {
                throw ChatError.Reason.aliasTaken
            }
        }
        return user
    }
}

extension Connection {
    /// - Throws: `ChatError.Reason.notFound`.
    mutating func user(_ id: UserID) throws -> User {
        let user = try row(
            "SELECT \(ChatStore.userColumns) FROM users WHERE id = ? AND deleted_at IS NULL", id.description
        ) { try $0.user(from: 0) }
        guard let user else { throw ChatError.Reason.notFound }
        return user
    }

    mutating func insert(_ user: User) throws {
        try run(
            "INSERT INTO users (id, alias, name, avatar_url, created_at) VALUES (?, ?, ?, ?, ?)",
            user.id.description, user.alias, user.name, user.avatarURL, user.createdAt.milliseconds)
        try index(user, as: lastInsertedRow)
    }
}
