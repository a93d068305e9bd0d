public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: MessageThreads {
    /// What they follow no more instead is told by the changes of the database.
    public func open(_ message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> OpenedThread
    {
        let (thread, followers) = try await transaction { transaction -> (ConversationID, Set<UserID>) in
            // The lock comes first: then the other statements see the thread that another has made.
            let rows = try await transaction.run([
                Query(
                    "SELECT has_threads <> 0 FROM conversations WHERE id = $1 FOR NO KEY UPDATE",
                    conversation.description),
                .activeRole(of: user, in: conversation),
                Query(
                    """
                    SELECT user_id, kind = 'text', deleted_at IS NOT NULL FROM messages
                    WHERE id = $1 AND conversation_id = $2
                    """, message.description, conversation.description),
                Query("SELECT id FROM conversations WHERE root = $1", message.description),
            ])
            guard rows[1].first != nil else { throw ChatError.Reason.notParticipant }
            guard let place = rows[2].first else { throw ChatError.Reason.notFound }
            if let known = rows[3].first {
                let thread: ConversationID = try known.identifier(0)
                try await transaction.follow(thread, of: conversation, [user], now: now)
                return (thread, [user])
            }
            guard !place.boolean(2) else { throw ChatError.Reason.notFound }
            guard place.boolean(1), rows[0].first?.boolean(0) == true else { throw ChatError.Reason.forbidden }
            let thread = ConversationID.random()
            let author: UserID = try place.identifier(0)
            _ = try await transaction.run([
                Query(
                    """
                    INSERT INTO conversations (id, kind, name, created_at, parent, root)
                    VALUES ($1, 'group', '', coalesce($2::bigint, milliseconds_now()), $3, $4)
                    """, thread.description, now, conversation.description, message.description)
            ])
            let followers: Set<UserID> = [author, user]
            try await transaction.follow(thread, of: conversation, followers, now: now)
            return (thread, followers)
        }
        hints.note(.conversation(thread), .conversation(conversation))
        for follower in followers { hints.note(.person(follower)) }
        return OpenedThread(conversation: thread)
    }
}

extension Transaction {
    /// The group of a thread; `nil` for another conversation.
    func group(ofThread conversation: ConversationID) async throws -> ConversationID? {
        let rows = try await run([
            Query("SELECT parent FROM conversations WHERE id = $1", conversation.description)
        ])
        guard let row = rows[0].first else { return nil }
        return try row.optionalIdentifier(0)
    }

    /// Lets those of some people who take part in the group follow one of its threads. The group is locked.
    ///
    /// First each of them leaves the other threads that are too many, those that were silent for longest: their streams come
    /// before those of people.
    func follow(
        _ thread: ConversationID, of group: ConversationID, _ users: Set<UserID>, now: Int64?
    ) async throws {
        let users = users.sorted()
        _ = try await run([
            Query("SELECT 1 FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE", TextArray(users)),
            Query(
                """
                UPDATE participants SET left_at = (SELECT coalesce($1::bigint, milliseconds_now()))
                WHERE left_at IS NULL AND number IN (
                    SELECT followed.number FROM (
                        SELECT participants.number, row_number() OVER (
                            PARTITION BY participants.user_id
                            ORDER BY coalesce(conversations.last_at, conversations.created_at) DESC,
                                conversations.number DESC) AS place
                        FROM participants JOIN conversations ON conversations.id = participants.conversation_id
                        WHERE participants.user_id = ANY ($2::uuid[]) AND participants.left_at IS NULL
                            AND conversations.parent IS NOT NULL AND conversations.id <> $3::uuid
                            AND EXISTS (
                                SELECT FROM participants AS members
                                WHERE members.conversation_id = $4::uuid AND members.user_id = participants.user_id
                                    AND members.left_at IS NULL)) followed
                    WHERE followed.place > $5::bigint)
                """, now, TextArray(users), thread.description, group.description, MessageLimits.maximumThreads - 1),
            Query(
                """
                INSERT INTO participants (id, conversation_id, user_id, role, joined_at)
                SELECT following.id, $1::uuid, members.user_id, members.role, coalesce($2::bigint, milliseconds_now())
                FROM unnest($3::uuid[], $4::uuid[]) AS following (id, user_id)
                JOIN participants AS members ON members.user_id = following.user_id
                WHERE members.conversation_id = $5::uuid AND members.left_at IS NULL ORDER BY members.number
                ON CONFLICT (conversation_id, user_id) DO UPDATE SET role = excluded.role, left_at = NULL
                WHERE participants.left_at IS NOT NULL
                """, thread.description, now, TextArray(users.map { _ in ParticipantID.random() }), TextArray(users),
                group.description),
        ])
    }

    /// Lets a person whom another one adds follow a thread, who may follow it already.
    /// - Parameter earlier: their current or former participation in it.
    /// - Throws: `.forbidden` for somebody who takes no part in the group.
    func addFollower(
        _ user: User, to thread: ConversationID, of group: ConversationID, _ earlier: Participant?, now: Int64?
    ) async throws -> Participant {
        if let earlier, earlier.isActive { return earlier }
        guard try await run([.activeRole(of: user.id, in: group)])[0].first != nil else {
            throw ChatError.Reason.forbidden
        }
        try await follow(thread, of: group, [user.id], now: now)
        let (_, participant) = try await self.participant(user.id, in: thread)
        guard let participant else { throw ChatError.Reason.notFound }
        return participant
    }
}

extension Query {
    /// Locks the streams of the threads that a person follows or has followed, and of all threads of some groups, before
    /// something else of these groups is changed and then something of the threads: a reply changes its thread first.
    static func lockThreads(of user: UserID, inGroups groups: [ConversationID]) -> Query {
        Query(
            """
            SELECT 1 FROM change_streams WHERE id IN (
                SELECT participants.conversation_id
                FROM participants JOIN conversations ON conversations.id = participants.conversation_id
                WHERE participants.user_id = $1 AND conversations.parent IS NOT NULL
                UNION SELECT threads.id
                FROM unnest($2::uuid[]) AS groups_of_threads (id)
                JOIN conversations AS threads ON threads.parent = groups_of_threads.id)
            ORDER BY id FOR NO KEY UPDATE
            """, user.description, TextArray(groups))
    }
}
