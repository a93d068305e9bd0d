public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: GroupAdministration {
    public func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError) {
        let now = clock.now()
        try await write { connection in
            try connection.requireAdmin(user, of: conversation)
            let known = try connection.settings(of: conversation)
            let changed = known.changed(by: edit)
            let id = conversation.description
            if let name = changed.name {
                try connection.run("UPDATE conversations SET name = ? WHERE id = ?", name.description, id)
                try connection.insert(.name(name.description), by: user, into: conversation, at: now)
            }
            if let text = changed.description?.description {
                try connection.run(
                    "UPDATE conversations SET description = ? WHERE id = ?", text.isEmpty ? nil : text, id)
                try connection.insert(.description, by: user, into: conversation, at: now)
            }
            if let actions = changed.adminsOnly {
                try connection.run(
                    "UPDATE conversations SET admins_only = ? WHERE id = ?", Int64(actions.rawValue), id)
                try connection.insert(.adminsOnly(actions), by: user, into: conversation, at: now)
            }
            if let isOpen = changed.isOpen { try connection.set(open: isOpen, conversation, by: user, at: now) }
            if let hasThreads = changed.hasThreads {
                try connection.run(
                    "UPDATE conversations SET has_threads = ? WHERE id = ?", Int64(hasThreads ? 1 : 0), id)
                try connection.insert(.hasThreads(hasThreads), by: user, into: conversation, at: now)
            }
        }
    }

    public func set(
        _ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        let now = clock.now()
        try await write { connection in
            try connection.requireAdmin(user, of: conversation)
            guard try connection.isActive(person, in: conversation) else { throw ChatError.Reason.notFound }
            let admins = try connection.admins(of: conversation)
            guard admins.contains(person) != (role == .admin) else { return }
            guard role == .admin || admins.count > 1 else { throw ChatError.Reason.lastAdmin }
            try connection.set(role, of: person, in: conversation, by: user, at: now)
        }
    }
}

extension Connection {
    /// - Throws: `.notParticipant`, `.forbidden`.
    mutating func requireAdmin(_ user: UserID, of conversation: ConversationID) throws {
        guard try activeRole(of: user, in: conversation) == .admin, try isGroup(conversation) else {
            throw ChatError.Reason.forbidden
        }
    }

    /// Whether a conversation is a group, and no thread of one.
    mutating func isGroup(_ conversation: ConversationID) throws -> Bool {
        try row(
            "SELECT kind = 'group' AND parent IS NULL FROM conversations WHERE id = ?", conversation.description
        ) { $0.integer(0) != 0 } == true
    }

    /// A conversation without its participants.
    fileprivate mutating func settings(of id: ConversationID) throws -> Conversation {
        let found = try row(
            """
            SELECT name, created_at, description, admins_only, is_open, has_threads FROM conversations WHERE id = ?
            """, id.description
        ) { row in
            Conversation(
                id: id, kind: .group, name: row.optionalText(0), createdAt: row.timestamp(1), participants: [],
                description: row.optionalText(2), adminsOnly: row.adminsOnly(3), isOpen: row.integer(4) != 0,
                hasThreads: row.integer(5) != 0)
        }
        guard let found else { throw ChatError.Reason.notFound }
        return found
    }

    /// Those who take part.
    fileprivate mutating func admins(of conversation: ConversationID) throws -> [UserID] {
        try rows(
            "SELECT user FROM participants WHERE conversation = ? AND role = 'admin' AND left_at IS NULL",
            conversation.description
        ) { try $0.identifier(0) }
    }

    /// Sets a role in a conversation and its threads.
    mutating func set(_ role: Role, of person: UserID, in conversation: ConversationID) throws {
        try run(
            """
            UPDATE participants SET role = ?1 WHERE user = ?2 AND conversation IN (
                SELECT ?3 UNION ALL SELECT id FROM conversations WHERE parent = ?3)
            """, role.rawValue, person.description, conversation.description)
    }

    fileprivate mutating func set(
        _ role: Role, of person: UserID, in conversation: ConversationID, by user: UserID, at now: Timestamp
    ) throws {
        try set(role, of: person, in: conversation)
        try insert(.role(person, role), by: user, into: conversation, at: now)
    }

    /// Makes the member who has been there for the longest time an admin, where the last admin has left a group.
    mutating func replaceAdmin(_ former: Participant, at now: Timestamp) throws {
        let conversation = former.conversation
        guard former.role == .admin, try isGroup(conversation), try admins(of: conversation).isEmpty else { return }
        let heir: UserID? = try row(
            """
            SELECT user FROM participants WHERE conversation = ? AND left_at IS NULL ORDER BY joined_at, number LIMIT 1
            """, conversation.description
        ) { try $0.identifier(0) }
        if let heir { try set(.admin, of: heir, in: conversation, by: former.user.id, at: now) }
    }

    /// Checks that an active participant may do what may be for admins only.
    /// - Throws: `.forbidden`.
    mutating func require(_ action: AdminsOnly, of user: UserID, in conversation: ConversationID) throws {
        let forAdmins = try row("SELECT admins_only FROM conversations WHERE id = ?", conversation.description) {
            $0.adminsOnly(0)
        }
        guard forAdmins?.contains(action) == true else { return }
        guard try activeRole(of: user, in: conversation) == .admin else { throw ChatError.Reason.forbidden }
    }

    @discardableResult
    mutating func insert(
        _ change: GroupChange, by user: UserID, into conversation: ConversationID, at now: Timestamp
    ) throws -> Message { try insert(.change, of: user, text: change.stored, into: conversation, at: now) }
}

extension Statement {
    func adminsOnly(_ column: Int) -> AdminsOnly { AdminsOnly(rawValue: UInt8(truncatingIfNeeded: integer(column))) }
}
