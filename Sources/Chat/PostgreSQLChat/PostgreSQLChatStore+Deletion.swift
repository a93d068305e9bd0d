public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore {
    public func delete(_ user: UserID, withMessages: Bool) async throws(ChatError) -> [ConversationID] {
        _ = try await self.user(user)
        var part: PersonalPart? = .first
        while let now = part {
            let page = try await reactions(of: user, in: now)
            try await delete(page.values)
            part = page.next
        }
        part = withMessages ? .first : nil
        while let now = part {
            let page = try await messages(of: user, in: now)
            try await delete(page.values)
            part = page.next
        }
        let places = try await deletePerson(user)
        for place in places { hints.note(.conversation(place)) }
        dropReleasedSoon()
        return places
    }

    /// One statement for each message: each notes a change of its conversation, and a transaction that notes several does it
    /// in the order of the conversations, as all do.
    private func delete(_ reactions: [Reaction]) async throws(ChatError) {
        for reaction in reactions {
            let rows = try await run([
                .lock(reaction.message),
                Query(
                    "DELETE FROM reactions WHERE message_id = $1 AND user_id = $2", reaction.message.description,
                    reaction.user.description),
                Query("SELECT conversation_id FROM messages WHERE id = $1", reaction.message.description),
            ])
            if let row = rows[2].first { hints.note(.conversation(try decode { try row.identifier(0) })) }
        }
    }

    /// Those of one conversation at once: each reply notes a change of its thread, and then one of the group. Messages are
    /// locked before streams.
    private func delete(_ messages: [Message]) async throws(ChatError) {
        let ordered = messages.sorted { ($0.conversation, $0.id) < ($1.conversation, $1.id) }
        var rest = ordered[...]
        while let conversation = rest.first?.conversation {
            let some = rest.prefix(personalDataLimits.deletedAtOnce).prefix { $0.conversation == conversation }
            rest = rest.dropFirst(some.count)
            let lock = Query(
                "SELECT 1 FROM messages WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE",
                TextArray(some.map(\.id)))
            let deletions = some.map { message in
                Query(
                    """
                    WITH deleted AS (
                        UPDATE messages SET text = NULL, folded = NULL, files = NULL,
                            deleted_at = coalesce($2::bigint, milliseconds_now())
                        WHERE id = $1 AND deleted_at IS NULL RETURNING id)
                    DELETE FROM reactions WHERE message_id IN (SELECT id FROM deleted)
                    """, message.id.description, now)
            }
            _ = try await run([lock] + deletions)
            hints.note(.conversation(conversation))
        }
    }

    /// Deletes the person and all that is theirs but messages, with their files, and reactions.
    ///
    /// Locks conversations before the person, and the person before what is theirs, as all do. No message tells of it in
    /// threads.
    private func deletePerson(_ user: UserID) async throws(ChatError) -> [ConversationID] {
        try await transaction { transaction in
            let active = try await transaction.run([
                Query(
                    """
                    SELECT conversation_id, role
                    FROM participants JOIN conversations ON conversations.id = conversation_id
                    WHERE user_id = $1 AND left_at IS NULL AND parent IS NULL ORDER BY conversation_id
                    """, user.description)
            ])[0].map { (id: try $0.identifier(0) as ConversationID, role: $0.role(1)) }
            _ = try await transaction.run([
                Query(
                    "SELECT 1 FROM conversations WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE",
                    TextArray(active.map(\.id))),
                .lockThreads(of: user, inGroups: active.filter { $0.role == .admin }.map(\.id)),
            ])
            let id = user.description
            let rows = try await transaction.run(
                active.map { .append(.leave, of: user, text: nil, to: $0.id, now: now) } + [
                    Query(
                        """
                        UPDATE users SET alias = $2 || id, name = '', folded = '', avatar_url = NULL,
                            deleted_at = coalesce($3::bigint, milliseconds_now())
                        WHERE id = $1 AND deleted_at IS NULL RETURNING id
                        """, id, DeletedUser.aliasPrefix, now),
                    .removeNames(of: user),
                    Query(
                        """
                        DELETE FROM read_marks WHERE user_id = $1
                            AND conversation_id IN (SELECT conversation_id FROM participants WHERE user_id = $1)
                        """, id),
                    Query("DELETE FROM bookmarks WHERE user_id = $1", id),
                    Query("DELETE FROM invites WHERE user_id = $1", id),
                    Query("DELETE FROM pictures WHERE user_id = $1", id),
                    Query("DELETE FROM drafts WHERE user_id = $1", id),
                    // Nobody adds one meanwhile: that takes a lock of the person first.
                    Query("DELETE FROM files WHERE user_id = $1 AND message_id IS NULL", id),
                    Query("DELETE FROM participants WHERE user_id = $1 RETURNING conversation_id, number", id),
                ])
            guard rows[active.count].first != nil else { throw ChatError.Reason.notFound }
            for place in active where place.role == .admin {
                try await transaction.replaceAdmin(user, of: place.id, now: now)
            }
            return try (rows.last ?? rows[0])
                .map { (try $0.identifier(0) as ConversationID, $0.integer(1)) }
                .sorted { $0.1 < $1.1 }.map(\.0)
        }
    }
}
