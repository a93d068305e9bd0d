public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore {
    /// A person who comes back keeps the time of first joining. For an active participant only the role is set, without
    /// a system message.
    public func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let now = clock.now()
        return try await write { connection in
            let user = try connection.user(user)
            let earlier = try connection.participant(user, in: conversation)
            if let earlier, earlier.isActive {
                guard try connection.group(ofThread: conversation) == nil else { return earlier }
                try connection.set(role, of: user.id, in: conversation)
                return Participant(
                    id: earlier.id, conversation: conversation, user: user, role: role, joinedAt: earlier.joinedAt,
                    leftAt: nil)
            }
            if let group = try connection.group(ofThread: conversation) {
                guard try connection.isActive(user.id, in: group) else { throw ChatError.Reason.forbidden }
                try connection.follow(conversation, of: group, user.id, at: now)
                guard let participant = try connection.participant(user, in: conversation) else {
                    throw ChatError.Reason.notFound
                }
                return participant
            }
            try connection.checkAdding(user.id, to: conversation, by: actor)
            return try connection.admit(user, as: role, to: conversation, at: now)
        }
    }

    public func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        let now = clock.now()
        return try await write { connection in
            let user = try connection.user(user)
            guard var participant = try connection.participant(user, in: conversation) else {
                throw ChatError.Reason.notFound
            }
            guard participant.isActive else { return participant }
            participant.leftAt = now
            if try connection.group(ofThread: conversation) != nil {
                guard user.id == actor else { throw ChatError.Reason.forbidden }
                try connection.run(
                    "UPDATE participants SET left_at = ? WHERE id = ?", now.milliseconds, participant.id.description)
                return participant
            }
            let isBanned = try user.id != actor && connection.role(of: actor, in: conversation) == .admin
            try connection.run(
                "UPDATE participants SET left_at = ?, banned = ? WHERE id = ?", now.milliseconds, isBanned ? 1 : 0,
                participant.id.description)
            try connection.leaveThreads(of: conversation, user.id, at: now)
            try connection.insert(.leave, of: user.id, text: nil, into: conversation, at: now)
            try connection.replaceAdmin(participant, at: now)
            return participant
        }
    }
}

extension Connection {
    /// Lets a person in who takes no part, or back in, and tells it.
    @discardableResult
    mutating func admit(_ user: User, as role: Role, to conversation: ConversationID, at now: Timestamp) throws
        -> Participant
    {
        let earlier = try participant(user, in: conversation)
        let participant = Participant(
            id: earlier?.id ?? .random(), conversation: conversation, user: user, role: role,
            joinedAt: earlier?.joinedAt ?? now, leftAt: nil)
        if earlier == nil {
            try insert(participant)
        } else {
            try run(
                "UPDATE participants SET role = ?, left_at = NULL, banned = 0 WHERE id = ?", role.rawValue,
                participant.id.description)
        }
        try insert(.join, of: user.id, text: "\(user.id) joined", into: conversation, at: now)
        return participant
    }

    /// The current or former participation of `user`.
    /// - Throws: `ChatError.Reason.notFound` where there is no such conversation.
    fileprivate mutating func participant(_ user: User, in conversation: ConversationID) throws -> Participant? {
        let exists = try row("SELECT 1 FROM conversations WHERE id = ?", conversation.description) { _ in true }
        guard exists == true else { throw ChatError.Reason.notFound }
        return try row(
            "SELECT id, role, joined_at, left_at FROM participants WHERE conversation = ? AND user = ?",
            conversation.description, user.id.description
        ) { row in
            Participant(
                id: try row.identifier(0), conversation: conversation, user: user,
                role: row.role(1), joinedAt: row.timestamp(2),
                leftAt: row.optionalTimestamp(3))
        }
    }

    /// Checks that nobody but admins adds people where only they may, and those who were removed by one. An actor who takes
    /// no part is not checked here: the caller's, always.
    fileprivate mutating func checkAdding(_ user: UserID, to conversation: ConversationID, by actor: UserID) throws {
        guard let role = try role(of: actor, in: conversation), role != .admin else { return }
        try require(.add, of: actor, in: conversation)
        try checkBan(of: user, in: conversation)
    }

    /// - Throws: `.banned` for somebody whom an admin has removed.
    mutating func checkBan(of user: UserID, in conversation: ConversationID) throws {
        let isBanned = try row(
            "SELECT banned FROM participants WHERE conversation = ? AND user = ?", conversation.description,
            user.description
        ) { $0.integer(0) != 0 }
        if isBanned == true { throw ChatError.Reason.banned }
    }

    /// The role of an active participant.
    /// - Throws: `ChatError.Reason.notParticipant`, also if there is no such conversation or person.
    @discardableResult
    mutating func activeRole(of user: UserID, in conversation: ConversationID) throws -> Role {
        guard let role = try role(of: user, in: conversation) else { throw ChatError.Reason.notParticipant }
        return role
    }

    mutating func isActive(_ user: UserID, in conversation: ConversationID) throws -> Bool {
        try role(of: user, in: conversation) != nil
    }

    fileprivate mutating func role(of user: UserID, in conversation: ConversationID) throws -> Role? {
        try row(
            "SELECT role FROM participants WHERE conversation = ? AND user = ? AND left_at IS NULL",
            conversation.description, user.description
        ) { $0.role(0) }
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
