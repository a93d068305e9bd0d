public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: GroupInvites {
    public func invites(to conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Invite] {
        let now = clock.now()
        return try read { connection in
            let role = try connection.activeRole(of: user, in: conversation)
            let open = try connection.openInvites(to: conversation, at: now)
            return role == .admin ? open : open.filter { $0.user == user }
        }
    }

    public func invite(
        to conversation: ConversationID, _ new: NewInvite, as user: UserID
    ) async throws(ChatError) -> Invite {
        let now = clock.now()
        let invite = Invite(
            id: .random(), conversation: conversation, user: user, createdAt: now,
            expiresAt: now.adding(new.lifetime), maximumUses: new.maximumUses, uses: 0)
        try await write { connection in
            try connection.activeRole(of: user, in: conversation)
            guard try connection.isGroup(conversation) else { throw ChatError.Reason.forbidden }
            try connection.require(.add, of: user, in: conversation)
            let open = try connection.openInvites(to: conversation, at: now)
            guard open.count < MessageLimits.maximumInvites else { throw ChatError.Reason.limitReached(.invites) }
            for other in try connection.invites(to: conversation) where !open.contains(other) {
                try connection.run("DELETE FROM invites WHERE id = ?", other.id.description)
            }
            try connection.run(
                """
                INSERT INTO invites (id, conversation, user, created_at, expires_at, maximum_uses)
                VALUES (?, ?, ?, ?, ?, ?)
                """, invite.id.description, conversation.description, user.description, now.milliseconds,
                invite.expiresAt.milliseconds, invite.maximumUses)
        }
        return invite
    }

    public func revoke(_ invite: InviteID, as user: UserID) async throws(ChatError) {
        try await write { connection in
            guard let known = try connection.invite(invite) else { return }
            let role = try connection.activeRole(of: user, in: known.conversation)
            guard role == .admin || known.user == user else { throw ChatError.Reason.forbidden }
            try connection.run("DELETE FROM invites WHERE id = ?", invite.description)
        }
    }

    public func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup {
        let now = clock.now()
        return try read { connection in
            let invite = try connection.openInvite(invite, at: now)
            try connection.checkBan(of: user, in: invite.conversation)
            let id = invite.conversation.description
            let members = try connection.row(
                "SELECT count(*) FROM participants WHERE conversation = ? AND left_at IS NULL", id
            ) { Int($0.integer(0)) }
            let group = try connection.row("SELECT name, description FROM conversations WHERE id = ?", id) {
                JoinableGroup(
                    conversation: invite.conversation, name: $0.text(0), description: $0.optionalText(1),
                    members: members ?? 0)
            }
            guard let group else { throw ChatError.Reason.notFound }
            return group
        }
    }

    public func join(by invite: InviteID, as user: UserID) async throws(ChatError) -> ConversationID {
        let now = clock.now()
        return try await write { connection in
            let invite = try connection.openInvite(invite, at: now)
            let user = try connection.user(user)
            if try connection.isActive(user.id, in: invite.conversation) { return invite.conversation }
            try connection.checkBan(of: user.id, in: invite.conversation)
            try connection.admit(user, as: .member, to: invite.conversation, at: now)
            try connection.run("UPDATE invites SET uses = uses + 1 WHERE id = ?", invite.id.description)
            return invite.conversation
        }
    }
}

extension Connection {
    private static let inviteColumns = "id, conversation, user, created_at, expires_at, maximum_uses, uses"

    /// An invitation, open or not.
    fileprivate mutating func invite(_ id: InviteID) throws -> Invite? {
        try row("SELECT \(Self.inviteColumns) FROM invites WHERE id = ?", id.description) { try $0.invite() }
    }

    /// - Throws: `.notFound` where nobody may join by it any more.
    fileprivate mutating func openInvite(_ id: InviteID, at now: Timestamp) throws -> Invite {
        guard let invite = try invite(id), invite.isOpen(at: now), try isBacked(invite) else {
            throw ChatError.Reason.notFound
        }
        return invite
    }

    fileprivate mutating func openInvites(to conversation: ConversationID, at now: Timestamp) throws -> [Invite] {
        try invites(to: conversation).filter { try $0.isOpen(at: now) && isBacked($0) }
    }

    /// Open or not, the newest first.
    fileprivate mutating func invites(to conversation: ConversationID) throws -> [Invite] {
        try rows(
            "SELECT \(Self.inviteColumns) FROM invites WHERE conversation = ? ORDER BY number DESC",
            conversation.description
        ) { try $0.invite() }
    }

    /// Whether who made it may add people still.
    private mutating func isBacked(_ invite: Invite) throws -> Bool {
        try row(
            """
            SELECT 1 FROM participants JOIN conversations ON conversations.id = participants.conversation
            WHERE participants.conversation = ? AND participants.user = ? AND left_at IS NULL
                AND (role = 'admin' OR admins_only & ? = 0)
            """, invite.conversation.description, invite.user.description, Int64(AdminsOnly.add.rawValue)
        ) { _ in true } == true
    }
}

extension Statement {
    /// Reads `inviteColumns`.
    fileprivate func invite() throws -> Invite {
        Invite(
            id: try identifier(0), conversation: try identifier(1), user: try identifier(2), createdAt: timestamp(3),
            expiresAt: timestamp(4), maximumUses: optionalInteger(5).map { Int($0) }, uses: Int(integer(6)))
    }
}
