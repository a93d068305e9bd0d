import Chat

/// Invitations, always asked for; who joins by one is published.
struct CachedInvites: GroupInvites {
    let live: Live

    var isThere: Bool { live.upstream.invites.isThere }

    func invites(to conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Invite] {
        try await live.upstream.invites.invites(to: conversation, as: user)
    }

    func invite(to conversation: ConversationID, _ new: NewInvite, as user: UserID) async throws(ChatError) -> Invite {
        try await live.upstream.invites.invite(to: conversation, new, as: user)
    }

    func revoke(_ invite: InviteID, as user: UserID) async throws(ChatError) {
        try await live.upstream.invites.revoke(invite, as: user)
    }

    func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup {
        try await live.upstream.invites.group(invitedBy: invite, as: user)
    }

    func join(by invite: InviteID, as user: UserID) async throws(ChatError) -> ConversationID {
        let conversation = try await live.upstream.invites.group(invitedBy: invite, as: user).conversation
        return try await live.writing(in: conversation) { () async throws(ChatError) in
            let joined = try await live.upstream.invites.join(by: invite, as: user)
            await live.readAfterJoining(of: user, joined, as: user)
            return joined
        }
    }
}
