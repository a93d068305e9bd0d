/// Invitations to groups. Not every backend has them.
public protocol GroupInvites: Sendable {
    /// Whether the backend has them.
    var isThere: Bool { get }
    /// Those by which people may join now, newest first: for an admin all, for others their own.
    /// - Throws: `.notParticipant`.
    func invites(to conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Invite]
    /// Makes one, which those may who may add people.
    /// - Throws: `.notParticipant`; `.forbidden` where only admins add people, and for a direct conversation;
    ///   `.limitReached(.invites)` where the group has `MessageLimits.maximumInvites`.
    func invite(to conversation: ConversationID, _ new: NewInvite, as user: UserID) async throws(ChatError) -> Invite
    /// Ends an invitation, which its maker and admins may. Doing it again changes nothing.
    /// - Throws: `.forbidden`, `.notParticipant`.
    func revoke(_ invite: InviteID, as user: UserID) async throws(ChatError)
    /// The group that an invitation is for. **Without a check of membership**: that is what it is for.
    /// - Throws: `.notFound` for one by which nobody may join any more; `.banned` for somebody whom an admin has removed.
    func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup
    /// Joins by an invitation. For somebody who takes part already nothing changes, and no use is counted.
    /// - Returns: the group.
    /// - Throws: `.notFound` for one by which nobody may join any more, and for an unknown person; `.banned` for somebody
    ///   whom an admin has removed.
    func join(by invite: InviteID, as user: UserID) async throws(ChatError) -> ConversationID
}

/// That nobody can be invited.
public struct NoGroupInvites: GroupInvites {
    public init() {}

    public var isThere: Bool { false }

    public func invites(to conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Invite] { [] }

    public func invite(to conversation: ConversationID, _ new: NewInvite, as user: UserID)
        async throws(ChatError) -> Invite
    { throw ChatError(.forbidden, during: "invite") }

    public func revoke(_ invite: InviteID, as user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "revoke")
    }

    public func group(invitedBy invite: InviteID, as user: UserID) async throws(ChatError) -> JoinableGroup {
        throw ChatError(.notFound, during: "group")
    }

    public func join(by invite: InviteID, as user: UserID) async throws(ChatError) -> ConversationID {
        throw ChatError(.notFound, during: "join")
    }
}
