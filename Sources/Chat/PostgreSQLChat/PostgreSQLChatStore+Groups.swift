public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: GroupAdministration {
    public func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError) {
        defer { hints.note(.conversation(conversation)) }
        try await transaction { transaction in
            let group = try await transaction.group(conversation, administeredBy: user)
            let changed = group.changed(by: edit)
            var queries: [Query] = []
            func change(_ column: String, to value: (any ParameterConvertible)?, _ change: GroupChange) {
                queries.append(
                    Query("UPDATE conversations SET \(column) = $1 WHERE id = $2", value, conversation.description))
                queries.append(.append(change, by: user, to: conversation, now: now))
            }
            if let name = changed.name?.description { change("name", to: name, .name(name)) }
            if let text = changed.description?.description {
                change("description", to: text.isEmpty ? nil : text, .description)
            }
            if let actions = changed.adminsOnly {
                change("admins_only", to: Int64(actions.rawValue), .adminsOnly(actions))
            }
            if let isOpen = changed.isOpen {
                if isOpen { try await transaction.requireRoomForOpenGroup() }
                change("is_open", to: Int64(isOpen ? 1 : 0), .isOpen(isOpen))
            }
            if let hasThreads = changed.hasThreads {
                change("has_threads", to: Int64(hasThreads ? 1 : 0), .hasThreads(hasThreads))
            }
            if !queries.isEmpty { _ = try await transaction.run(queries) }
        }
    }

    public func set(
        _ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        defer { hints.note(.conversation(conversation), .person(person)) }
        try await transaction { transaction in
            let group = try await transaction.group(conversation, administeredBy: user)
            guard let participant = group.activeParticipant(person) else { throw ChatError.Reason.notFound }
            guard participant.role != role else { return }
            guard role == .admin || group.participants.count(where: { $0.role == .admin }) > 1 else {
                throw ChatError.Reason.lastAdmin
            }
            _ = try await transaction.run(.role(role, of: person, in: conversation, by: user, now: now))
        }
    }
}

extension Transaction {
    /// A group, which is no thread, with those who take part, in the order in which they first joined. Until the end of the
    /// transaction nothing else changes it.
    func group(_ conversation: ConversationID, administeredBy user: UserID) async throws -> Conversation {
        let rows = try await run([
            Query("SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE", conversation.description),
            PostgreSQLChatStore.conversation(conversation),
        ])
        let group = try rows[1].conversations().first
        guard let group, let participant = group.activeParticipant(user) else { throw ChatError.Reason.notParticipant }
        guard group.kind == .group, group.thread == nil, participant.role == .admin else {
            throw ChatError.Reason.forbidden
        }
        var current = group
        current.participants = group.activeParticipants
        return current
    }

    /// Makes the member who has been there for the longest time an admin, where the last admin has left a group. The
    /// conversation is locked.
    func replaceAdmin(_ former: UserID, of conversation: ConversationID, now: Int64?) async throws {
        let heir = try await run([
            Query(
                """
                SELECT user_id FROM participants
                WHERE conversation_id = $1 AND left_at IS NULL
                    AND EXISTS (SELECT FROM conversations WHERE id = $1 AND kind = 'group' AND parent IS NULL)
                    AND NOT EXISTS (
                        SELECT FROM participants WHERE conversation_id = $1 AND role = 'admin' AND left_at IS NULL)
                ORDER BY joined_at, number LIMIT 1
                """, conversation.description)
        ])[0].first
        guard let heir else { return }
        _ = try await run(.role(.admin, of: heir.identifier(0), in: conversation, by: former, now: now))
    }
}

extension [Query] {
    /// Sets a role, and tells it.
    fileprivate static func role(
        _ role: Role, of person: UserID, in conversation: ConversationID, by user: UserID, now: Int64?
    ) -> [Query] {
        [
            .setRole(role, of: person, in: conversation),
            .append(.role(person, role), by: user, to: conversation, now: now),
        ]
    }
}

extension Query {
    /// Sets a role in a conversation and its threads.
    static func setRole(_ role: Role, of person: UserID, in conversation: ConversationID) -> Query {
        Query(
            """
            UPDATE participants SET role = $1 WHERE user_id = $2 AND conversation_id IN (
                SELECT $3::uuid UNION ALL SELECT id FROM conversations WHERE parent = $3::uuid)
            """, role.rawValue, person.description, conversation.description)
    }

    /// Adds the system message of a change to a conversation, which must exist.
    static func append(
        _ change: GroupChange, by user: UserID, to conversation: ConversationID, now: Int64?
    ) -> Query { .append(.change, of: user, text: change.stored, to: conversation, now: now) }
}

extension Row {
    func adminsOnly(_ column: Int) -> AdminsOnly { AdminsOnly(rawValue: UInt8(truncatingIfNeeded: integer(column))) }
}
