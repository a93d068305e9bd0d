public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: GroupInvites {
    public func invites(to conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Invite] {
        let rows = try await run([
            .activeRole(of: user, in: conversation), .openInvites(to: conversation, now: now),
        ])
        return try decode {
            guard let role = rows[0].first?.role(0) else { throw ChatError.Reason.notParticipant }
            let open = try rows[1].map { try $0.invite() }
            return role == .admin ? open : open.filter { $0.user == user }
        }
    }

    public func invite(
        to conversation: ConversationID, _ new: NewInvite, as user: UserID
    ) async throws(ChatError) -> Invite {
        try await transaction { transaction in
            let rows = try await transaction.run([
                Query(
                    "SELECT kind = 'group' AND parent IS NULL FROM conversations WHERE id = $1 FOR NO KEY UPDATE",
                    conversation.description),
                .activeRole(of: user, in: conversation),
                Query(
                    "DELETE FROM invites WHERE invites.conversation_id = $1 AND NOT (\(Query.isOpen))",
                    conversation.description, now),
                .openInvites(to: conversation, now: now),
            ])
            guard rows[1].first != nil else { throw ChatError.Reason.notParticipant }
            guard rows[0].first?.boolean(0) == true,
                try await transaction.allows(.add, by: user, in: conversation)
            else { throw ChatError.Reason.forbidden }
            guard rows[3].map({ $0 }).count < MessageLimits.maximumInvites else {
                throw ChatError.Reason.limitReached(.invites)
            }
            let made = try await transaction.run([
                Query(
                    """
                    INSERT INTO invites (id, conversation_id, user_id, created_at, expires_at, maximum_uses)
                    SELECT $1, $2, $3, moment, moment + $4, $5
                    FROM (SELECT coalesce($6::bigint, milliseconds_now()) AS moment) AS now
                    RETURNING \(Query.inviteColumns)
                    """, InviteID.random().description, conversation.description, user.description,
                    new.lifetime.components.seconds * 1_000, new.maximumUses, now)
            ])
            guard let row = made[0].first else { throw ChatError.Reason.notFound }
            return try row.invite()
        }
    }

    public func revoke(_ invite: InviteID, as user: UserID) async throws(ChatError) {
        try await transaction { transaction in
            let known = try await transaction.run([
                Query("SELECT \(Query.inviteColumns) FROM invites WHERE id = $1 FOR UPDATE", invite.description)
            ])[0].first
            guard let known = try known?.invite() else { return }
            let role = try await transaction.run([.activeRole(of: user, in: known.conversation)])[0].first?.role(0)
            guard let role else { throw ChatError.Reason.notParticipant }
            guard role == .admin || known.user == user else { throw ChatError.Reason.forbidden }
            _ = try await transaction.run([Query("DELETE FROM invites WHERE id = $1", invite.description)])
        }
    }

    public func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup {
        let rows = try await run(
            Query(
                """
                SELECT conversations.id, name, description, (
                    SELECT count(*) FROM participants WHERE conversation_id = conversations.id AND left_at IS NULL), EXISTS (
                    SELECT FROM participants
                    WHERE conversation_id = conversations.id AND user_id = $3 AND banned <> 0)
                FROM invites JOIN conversations ON conversations.id = invites.conversation_id
                WHERE invites.id = $1 AND \(Query.isOpen)
                """, invite.description, now, user.description))
        return try decode {
            guard let row = rows.first else { throw ChatError.Reason.notFound }
            guard !row.boolean(4) else { throw ChatError.Reason.banned }
            return JoinableGroup(
                conversation: try row.identifier(0), name: row.text(1), description: row.optionalText(2),
                members: Int(row.integer(3)))
        }
    }

    public func join(by invite: InviteID, as user: UserID) async throws(ChatError) -> ConversationID {
        let joined = try await transaction { transaction in
            let place: ConversationID? = try await transaction.run([
                Query("SELECT conversation_id FROM invites WHERE id = $1", invite.description)
            ])[0].first?.identifier(0)
            guard let place else { throw ChatError.Reason.notFound }
            // The lock of the conversation comes first, as everywhere; then the invitation is looked at.
            let (user, earlier) = try await transaction.participant(user, in: place)
            let open = try await transaction.run([
                Query("SELECT 1 FROM invites WHERE id = $1 AND \(Query.isOpen)", invite.description, now)
            ])
            guard open[0].first != nil else { throw ChatError.Reason.notFound }
            if earlier?.isActive == true { return place }
            try await transaction.checkBan(of: user.id, in: place)
            _ = try await transaction.run(
                .admit(user, as: .member, to: place, earlier, now: now) + [
                    Query("UPDATE invites SET uses = uses + 1 WHERE id = $1", invite.description)
                ])
            return place
        }
        hints.note(.conversation(joined), .person(user))
        return joined
    }
}

extension Query {
    fileprivate static let inviteColumns = """
        invites.id, invites.conversation_id, invites.user_id, invites.created_at, invites.expires_at,
        invites.maximum_uses, invites.uses
        """

    /// Whether people may join by an invitation at `$2`, and who made it may add people still.
    fileprivate static let isOpen = """
        invites.expires_at > coalesce($2::bigint, milliseconds_now())
        AND (invites.maximum_uses IS NULL OR invites.uses < invites.maximum_uses)
        AND EXISTS (
            SELECT FROM participants JOIN conversations ON conversations.id = participants.conversation_id
            WHERE participants.conversation_id = invites.conversation_id AND participants.user_id = invites.user_id
                AND left_at IS NULL AND (role = 'admin' OR admins_only & \(AdminsOnly.add.rawValue) = 0))
        """

    /// The newest first.
    fileprivate static func openInvites(to conversation: ConversationID, now: Int64?) -> Query {
        Query(
            """
            SELECT \(inviteColumns) FROM invites WHERE invites.conversation_id = $1 AND \(isOpen)
            ORDER BY invites.number DESC
            """, conversation.description, now)
    }
}

extension Row {
    /// Reads `inviteColumns`.
    fileprivate func invite() throws -> Invite {
        Invite(
            id: try identifier(0), conversation: try identifier(1), user: try identifier(2), createdAt: timestamp(3),
            expiresAt: timestamp(4), maximumUses: optionalInteger(5).map { Int($0) }, uses: Int(integer(6)))
    }
}
