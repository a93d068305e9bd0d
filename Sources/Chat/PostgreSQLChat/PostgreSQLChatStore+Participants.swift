public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore {
    /// A person who comes back keeps the time of first joining. For an active participant only the role is set, without
    /// a system message.
    public func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        defer { hints.note(.conversation(conversation), .person(user)) }
        return try await transaction { transaction in
            let (user, earlier) = try await transaction.participant(user, in: conversation)
            if let group = try await transaction.group(ofThread: conversation) {
                return try await transaction.addFollower(user, to: conversation, of: group, earlier, now: now)
            }
            if let earlier, earlier.isActive {
                _ = try await transaction.run([.setRole(role, of: user.id, in: conversation)])
                return Participant(
                    id: earlier.id, conversation: conversation, user: user, role: role, joinedAt: earlier.joinedAt,
                    leftAt: nil)
            }
            try await transaction.checkAdding(user.id, to: conversation, by: actor)
            let admission = [Query].admit(user, as: role, to: conversation, earlier, now: now)
            guard let row = try await transaction.run(admission)[0].first else { throw ChatError.Reason.notFound }
            return Participant(
                id: try row.identifier(0), conversation: conversation, user: user, role: role,
                joinedAt: row.timestamp(1), leftAt: nil)
        }
    }

    public func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        defer { hints.note(.conversation(conversation), .person(user)) }
        return try await transaction { transaction in
            guard case (let user, var participant?) = try await transaction.participant(user, in: conversation) else {
                throw ChatError.Reason.notFound
            }
            guard participant.isActive else { return participant }
            let isThread = try await transaction.group(ofThread: conversation) != nil
            guard !isThread || user.id == actor else { throw ChatError.Reason.forbidden }
            var queries: [Query] = []
            // Another one may become an admin, of the threads too.
            if !isThread, participant.role == .admin {
                queries.append(.lockThreads(of: user.id, inGroups: [conversation]))
            }
            queries.append(.leave(conversation, user.id, by: actor, now: now))
            let leaving = queries.count - 1
            if !isThread { queries.append(.append(.leave, of: user.id, text: nil, to: conversation, now: now)) }
            participant.leftAt = try await transaction.run(queries)[leaving].first?.optionalTimestamp(0)
            if !isThread, participant.role == .admin {
                try await transaction.replaceAdmin(user.id, of: conversation, now: now)
            }
            return participant
        }
    }
}

extension Query {
    /// Ends the participation in a conversation and its threads, and answers with the time. Whom an admin removes is banned.
    fileprivate static func leave(
        _ conversation: ConversationID, _ user: UserID, by actor: UserID, now: Int64?
    ) -> Query {
        Query(
            """
            UPDATE participants SET left_at = (SELECT coalesce($1::bigint, milliseconds_now())),
                banned = CASE WHEN conversation_id <> $2::uuid THEN banned ELSE (
                    SELECT count(*) FROM participants AS actors
                    WHERE actors.conversation_id = $2::uuid AND actors.user_id = $3 AND actors.user_id <> $4::uuid
                        AND actors.role = 'admin' AND actors.left_at IS NULL) END
            WHERE user_id = $4::uuid AND left_at IS NULL AND conversation_id IN (
                SELECT $2::uuid UNION ALL SELECT id FROM conversations WHERE parent = $2::uuid)
            RETURNING left_at
            """, now, conversation.description, actor.description, user.description)
    }
}

extension [Query] {
    /// Lets a person in, or back in: the first query answers with the id and when they joined first. The last one adds the
    /// message that tells it.
    /// - Parameter earlier: their current or former participation.
    static func admit(
        _ user: User, as role: Role, to conversation: ConversationID, _ earlier: Participant?, now: Int64?
    ) -> [Query] {
        let admission =
            if let earlier {
                Query(
                    "UPDATE participants SET role = $1, left_at = NULL, banned = 0 WHERE id = $2 RETURNING id, joined_at",
                    role.rawValue, earlier.id.description)
            } else {
                Query(
                    """
                    INSERT INTO participants (id, conversation_id, user_id, role, joined_at)
                    VALUES ($1, $2, $3, $4, coalesce($5::bigint, milliseconds_now())) RETURNING id, joined_at
                    """, ParticipantID.random().description, conversation.description, user.id.description,
                    role.rawValue, now)
            }
        return [admission, .append(.join, of: user.id, text: "\(user.id) joined", to: conversation, now: now)]
    }
}

extension Transaction {
    /// Whether an active participant may do what may be for admins only. Whoever takes no part is not checked here: the
    /// caller's, always.
    func allows(_ action: AdminsOnly, by user: UserID, in conversation: ConversationID) async throws -> Bool {
        let rows = try await run([
            Query(
                """
                SELECT 1 FROM conversations JOIN participants ON conversation_id = conversations.id
                WHERE conversations.id = $1 AND user_id = $2 AND left_at IS NULL AND role <> 'admin'
                    AND admins_only & $3 <> 0
                """, conversation.description, user.description, Int64(action.rawValue))
        ])
        return rows[0].first == nil
    }

    /// Checks that nobody but admins adds people where only they may, and those who were removed by one. An actor who takes
    /// no part is not checked here: the caller's, always.
    fileprivate func checkAdding(_ user: UserID, to conversation: ConversationID, by actor: UserID) async throws {
        let role = try await run([.activeRole(of: actor, in: conversation)])[0].first?.role(0)
        guard let role, role != .admin else { return }
        guard try await allows(.add, by: actor, in: conversation) else { throw ChatError.Reason.forbidden }
        try await checkBan(of: user, in: conversation)
    }

    /// - Throws: `.banned` for somebody whom an admin has removed.
    func checkBan(of user: UserID, in conversation: ConversationID) async throws {
        let banned = try await run([
            Query(
                "SELECT 1 FROM participants WHERE conversation_id = $1 AND user_id = $2 AND banned <> 0",
                conversation.description, user.description)
        ])
        if banned[0].first != nil { throw ChatError.Reason.banned }
    }

    /// The current or former participation of a person. Until the end of the transaction nothing else changes who takes
    /// part in the conversation, and no message is added to it; of a thread the group is locked instead.
    /// - Throws: `ChatError.Reason.notFound` where there is no such conversation or person.
    func participant(_ user: UserID, in conversation: ConversationID) async throws -> (User, Participant?) {
        let rows = try await run([
            Query(
                """
                SELECT 1 FROM conversations
                WHERE id = coalesce((SELECT parent FROM conversations WHERE id = $1::uuid), $1::uuid)
                FOR NO KEY UPDATE
                """, conversation.description), .user(user),
            Query(
                """
                SELECT id, role, joined_at, left_at FROM participants WHERE conversation_id = $1 AND user_id = $2
                """, conversation.description, user.description),
        ])
        guard rows[0].first != nil else { throw ChatError.Reason.notFound }
        let user = try rows[1].onlyUser()
        let participant = try rows[2].first.map { row in
            Participant(
                id: try row.identifier(0), conversation: conversation, user: user, role: row.role(1),
                joinedAt: row.timestamp(2), leftAt: row.optionalTimestamp(3))
        }
        return (user, participant)
    }
}
