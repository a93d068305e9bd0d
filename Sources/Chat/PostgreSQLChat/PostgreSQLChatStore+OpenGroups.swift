public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: OpenGroups {
    public func groups(matching query: SearchQuery?, as user: UserID) async throws(ChatError) -> [JoinableGroup] {
        let rows = try await run(
            Query(
                """
                SELECT id, name, description FROM conversations WHERE is_open = 1 AND NOT EXISTS (
                    SELECT FROM participants
                    WHERE conversation_id = conversations.id AND user_id = $1 AND (left_at IS NULL OR banned <> 0))
                ORDER BY name COLLATE "C", id
                """, user.description))
        let open = try decode {
            try rows.map { row in
                JoinableGroup(
                    conversation: try row.identifier(0), name: row.text(1), description: row.optionalText(2), members: 0
                )
            }
        }
        let listed = open.listed(matching: query) { _ in 0 }
        guard !listed.isEmpty else { return [] }
        let counts = try await run(
            listed.map { group in
                Query(
                    """
                    SELECT count(*) FROM (
                        SELECT FROM participants WHERE conversation_id = $1 AND left_at IS NULL LIMIT $2) AS counted
                    """, group.conversation.description, MessageLimits.maximumCountedMembers)
            })
        return zip(listed, counts).map { group, count in
            JoinableGroup(
                conversation: group.conversation, name: group.name, description: group.description,
                members: count.first.map { Int($0.integer(0)) } ?? 0)
        }
    }

    public func join(_ conversation: ConversationID, as user: UserID) async throws(ChatError) {
        defer { hints.note(.conversation(conversation), .person(user)) }
        try await transaction { transaction in
            let (user, earlier) = try await transaction.participant(user, in: conversation)
            if earlier?.isActive == true { return }
            let open = try await transaction.run([
                Query("SELECT 1 FROM conversations WHERE id = $1 AND is_open = 1", conversation.description)
            ])
            guard open[0].first != nil else { throw ChatError.Reason.notFound }
            try await transaction.checkBan(of: user.id, in: conversation)
            _ = try await transaction.run(.admit(user, as: .member, to: conversation, earlier, now: now))
        }
    }
}

extension Transaction {
    /// - Throws: `.limitReached(.openGroups)`. Of several admins who open groups at the same moment, each may still
    ///   succeed though the last place is taken.
    func requireRoomForOpenGroup() async throws {
        let count = try await run([Query("SELECT count(*) FROM conversations WHERE is_open = 1")])[0].first
        guard count.map({ Int($0.integer(0)) }) ?? 0 < MessageLimits.maximumOpenGroups else {
            throw ChatError.Reason.limitReached(.openGroups)
        }
    }
}
