public import Chat
internal import SQLite

extension ChatStore {
    /// One who comes back keeps the moment of first joining. For one who is there already only the role is set,
    /// and no message tells it.
    public func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let now = clock.now()
        return try await write { connection in
            let user = try connection.user(user)
            let earlier = try connection.participant(user, in: conversation)
            let participant = Participant(
                id: earlier?.id ?? .random(), conversation: conversation, user: user, role: role,
                joinedAt: earlier?.joinedAt ?? now, leftAt: nil)
            if earlier == nil {
                try connection.insert(participant)
            } else {
                try connection.run(
                    "UPDATE participants SET role = ?, left_at = NULL WHERE id = ?", role.rawValue,
                    participant.id.description)
            }
            if earlier?.isActive != true {
                try connection.insert(.join, of: user.id, text: "\(user.id) joined", into: conversation, at: now)
            }
            return participant
        }
    }

    public func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let now = clock.now()
        return try await write { connection in
            let user = try connection.user(user)
            guard let participant = try connection.participant(user, in: conversation) else {
                throw Refusal.notFound
            }
            guard participant.isActive else { return participant }
            try connection.run(
                "UPDATE participants SET left_at = ? WHERE id = ?", now.milliseconds, participant.id.description)
            try connection.insert(.leave, of: user.id, text: nil, into: conversation, at: now)
            return Participant(
                id: participant.id, conversation: conversation, user: user, role: participant.role,
                joinedAt: participant.joinedAt, leftAt: now)
        }
    }
}

extension Connection {
    /// The part that `user` takes or once took.
    /// - Throws: `Refusal.notFound` where there is no such conversation.
    fileprivate mutating func participant(_ user: User, in conversation: ConversationID) throws -> Participant? {
        let exists = try row("SELECT 1 FROM conversations WHERE id = ?", conversation.description) { _ in true }
        guard exists == true else { throw Refusal.notFound }
        return try row(
            "SELECT id, role, joined_at, left_at FROM participants WHERE conversation = ? AND user = ?",
            conversation.description, user.id.description
        ) { row in
            Participant(
                id: try row.identifier(0), conversation: conversation, user: user,
                role: Role(rawValue: row.text(1)) ?? .member, joinedAt: row.timestamp(2),
                leftAt: row.optionalTimestamp(3))
        }
    }

    /// The role that `user` has now.
    /// - Throws: `Refusal.notParticipant`, also where there is no such conversation or person.
    @discardableResult
    mutating func activeRole(of user: UserID, in conversation: ConversationID) throws -> Role {
        let role = try row(
            "SELECT role FROM participants WHERE conversation = ? AND user = ? AND left_at IS NULL",
            conversation.description, user.description
        ) { Role(rawValue: $0.text(0)) ?? .member }
        guard let role else { throw Refusal.notParticipant }
        return role
    }

    mutating func isActive(_ user: UserID, in conversation: ConversationID) throws -> Bool {
        try row(
            "SELECT 1 FROM participants WHERE conversation = ? AND user = ? AND left_at IS NULL",
            conversation.description, user.description
        ) { _ in true } ?? false
    }

    mutating func insert(_ participant: Participant) throws {
        try run(
            """
            INSERT INTO participants (id, conversation, user, role, joined_at, left_at) VALUES (?, ?, ?, ?, ?, ?)
            """,
            participant.id.description, participant.conversation.description, participant.user.id.description,
            participant.role.rawValue, participant.joinedAt.milliseconds, participant.leftAt?.milliseconds)
    }
}
