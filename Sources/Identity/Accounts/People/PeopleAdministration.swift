public import Chat
import Records

/// Manages the people of a site with an embedded chat: for the operator's commands, and for the pages of admins.
///
/// It does not write to the audit log, and does not tell `Live`; callers do.
public struct PeopleAdministration: Sendable {
    public let users: any UserRepository
    public let chat: any UserAdministration
    /// `nil` if nobody has a password here.
    public let passwords: (any PasswordAdministration)?
    public let register: AccountRegister
    public let sessions: Sessions
    public let factors: Factors
    public let links: OneTimeLinks

    public init(
        users: any UserRepository, chat: any UserAdministration, passwords: (any PasswordAdministration)?,
        register: AccountRegister, sessions: Sessions, factors: Factors, links: OneTimeLinks
    ) {
        self.users = users
        self.chat = chat
        self.passwords = passwords
        self.register = register
        self.sessions = sessions
        self.factors = factors
        self.links = links
    }

    /// A person with what the site knows of them.
    public struct Entry: Sendable {
        public let user: User
        public let status: PersonStatus
        public let hasPassword: Bool
    }

    /// A page of all people, by alias.
    ///
    /// - Parameter alias: the last one of the page before.
    public func entries(after alias: String?, limit: Int) async throws -> [Entry] {
        try await entries(of: try await chat.people(after: alias, limit: limit))
    }

    public func entry(of user: UserID) async throws -> Entry {
        guard let entry = try await entries(of: [try await users.user(user)]).first else {
            preconditionFailure("one person has one entry")
        }
        return entry
    }

    public func entries(of users: [User]) async throws -> [Entry] {
        let statuses = try await register.statuses(of: users.map(\.id))
        let withPassword = try await passwords?.havePasswords(users) ?? []
        return users.map { user in
            Entry(
                user: user, status: statuses[user.id] ?? .unknown, hasPassword: withPassword.contains(user.id))
        }
    }

    /// Creates a person. A password that is too weak is refused before anything is written; a person whose role or
    /// password can't be written is deleted again.
    ///
    /// - Throws: `ChatError`; `PasswordError`.
    public func create(_ new: NewUser, role: SiteRole, password: Password? = nil) async throws -> User {
        if let password { try passwords?.check(password, for: new.alias, name: new.name) }
        let user = try await users.register(new)
        do {
            if role != .member { try await register.set(role, of: user.id) }
            if let password { try await passwords?.set(password, of: user) }
        } catch {
            // Where that fails too, the first error says why; the person stays on the list of people, without a password.
            _ = try? await delete(user.id, withMessages: false)
            throw error
        }
        return user
    }

    /// Sets the password of a person. Their sessions here are the caller's to end.
    public func set(_ password: Password, of user: UserID) async throws {
        try await passwords?.set(password, of: try await users.user(user))
    }

    /// Changes the name, the alias or both. The alias is changed for signing in first: interrupted after that, it can be
    /// repeated.
    public func rename(_ user: UserID, to name: DisplayName?, alias: Alias?) async throws -> User {
        let former = try await users.user(user)
        if let alias { try await passwords?.rename(former, to: alias) }
        do {
            let renamed = try await chat.rename(user, to: name, alias: alias)
            try await sessions.rename(renamed)
            return renamed
        } catch {
            // The alias belongs to somebody else in the chat.
            if let alias, let back = Alias(former.alias) {
                try await passwords?.rename(former.named(alias), to: back)
            }
            throw error
        }
    }

    /// What was deleted of a person.
    public struct Deletion: Sendable {
        public let conversations: [ConversationID]
        public let endedSessions: [EndedSession]
    }

    /// Deletes a person with all that is theirs; messages only if asked for. Interrupted, it can be repeated.
    ///
    /// - Throws: `ChatError`, with the reason `.notFound` if there is no such person; `PasswordError`; `SQLiteError`.
    public func delete(_ user: UserID, withMessages: Bool) async throws -> Deletion {
        let former: User?
        do throws(ChatError) { former = try await users.user(user) } catch {
            guard error.reason == .notFound, try await register.hasTraces(of: user) else { throw error }
            // An earlier deletion was interrupted.
            former = nil
        }
        var conversations: [ConversationID] = []
        if let former {
            // Nobody may begin a session or write meanwhile.
            try await register.disable(user)
            let ended = try await sessions.end(.all(of: user))
            try await passwords?.delete(former)
            conversations = try await chat.delete(user, withMessages: withMessages)
            _ = try await sessions.erase(user)
            return Deletion(conversations: conversations, endedSessions: ended)
        }
        return Deletion(conversations: [], endedSessions: try await sessions.erase(user))
    }
}

extension User {
    fileprivate func named(_ alias: Alias) -> User {
        User(id: id, alias: alias.description, name: name, avatarURL: avatarURL, createdAt: createdAt)
    }
}

extension AccountRegister {
    /// Whether there is an entry of a person, who may be unknown to the chat.
    func hasTraces(of user: UserID) async throws -> Bool {
        try await database.exists("SELECT 1 FROM account WHERE user_id = $1", user.description)
    }
}
