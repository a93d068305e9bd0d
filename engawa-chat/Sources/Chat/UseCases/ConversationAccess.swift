/// A conversation on behalf of one of its active participants: holding this value authorizes reading and writing.
///
/// Backends return a conversation to anyone who asks; this is where membership is checked.
public struct ConversationAccess: Sendable {
    public let conversation: Conversation
    public let participant: Participant

    private let repositories: Repositories

    /// Checks that `user` is an active participant.
    ///
    /// - Throws: `.notParticipant` for a stranger, `.noLongerParticipant` for a former participant; `.notFound`.
    public static func enter(_ id: ConversationID, as user: UserID, _ repositories: Repositories)
        async throws(ChatError) -> ConversationAccess
    {
        let (conversation, participant) = try await repositories.conversations.participation(of: user, in: id)
        return ConversationAccess(conversation: conversation, participant: participant, repositories: repositories)
    }

    /// The same; a thread of a group in which `user` takes part is followed by that.
    public static func enterFollowing(_ id: ConversationID, as user: UserID, _ repositories: Repositories)
        async throws(ChatError) -> ConversationAccess
    {
        do throws(ChatError) { return try await enter(id, as: user, repositories) } catch {
            guard repositories.threads.isThere,
                error.reason == .notParticipant || error.reason == .noLongerParticipant,
                let origin = try await repositories.conversations.conversation(id, as: user).thread
            else { throw error }
            _ = try await repositories.threads.open(origin.message, in: origin.conversation, as: user)
        }
        return try await enter(id, as: user, repositories)
    }

    /// A page of messages.
    public func page(before cursor: MessageCursor? = nil) async throws(ChatError) -> MessagePage {
        try await MessageHistory(repositories.messages)
            .page(in: conversation.id, as: participant.user.id, before: cursor)
    }

    /// The page of messages from `moment` on.
    public func page(from moment: Timestamp) async throws(ChatError) -> MessagePage {
        try await MessageHistory(repositories.messages).page(in: conversation.id, as: participant.user.id, from: moment)
    }

    /// One message, which may be old.
    public func message(_ id: MessageID, sentAt moment: Timestamp? = nil) async throws(ChatError) -> Message {
        try await repositories.messages.message(id, in: conversation.id, as: user, sentAt: moment)
    }

    /// The messages around a message.
    public func context(of message: Message) async throws(ChatError) -> MessagePage {
        try await MessageHistory(repositories.messages).context(of: message, as: user)
    }

    /// Those of `ids` that are available without a search.
    public func find(_ ids: Set<MessageID>) async throws(ChatError) -> [MessageID: Message] {
        ids.isEmpty ? [:] : try await repositories.messages.find(ids, in: conversation.id, as: user)
    }

    /// Deletes a message, which its sender and admins may.
    public func delete(_ message: MessageID) async throws(ChatError) {
        try await repositories.messages.delete(message, in: conversation.id, as: user)
    }

    /// Gives a message another text, which only its sender may. Without a change, nothing happens.
    public func edit(_ message: Message, to text: MessageText) async throws(ChatError) -> Message {
        guard message.sender == user else { throw ChatError(.forbidden, during: "edit") }
        return try await repositories.editing.edit(message.id, in: conversation.id, to: text, as: user)
    }

    /// The texts that a message had before, oldest first.
    public func versions(of message: MessageID) async throws(ChatError) -> [MessageVersion] {
        try await repositories.editing.versions(of: message, in: conversation.id, as: user)
    }

    /// The pinned messages, those that were pinned last first.
    public func pins() async throws(ChatError) -> [PinnedMessage] {
        guard conversation.pinnedCount > 0 else { return [] }
        return try await repositories.pins.pins(in: conversation.id, as: user)
    }

    public func pin(_ message: MessageID) async throws(ChatError) {
        guard mayPin else { throw ChatError(.forbidden, during: "pin") }
        try await repositories.pins.pin(message, in: conversation.id, as: user)
    }

    public func unpin(_ message: MessageID) async throws(ChatError) {
        guard mayPin else { throw ChatError(.forbidden, during: "unpin") }
        try await repositories.pins.unpin(message, in: conversation.id, as: user)
    }

    /// Adds a reaction. In a poll where everybody has one vote, it takes an earlier one back.
    /// - Throws: `.forbidden` for a vote in a poll that is over.
    public func add(_ emoji: Emoji, to message: Message) async throws(ChatError) {
        if let poll = try openPoll(of: message, for: emoji.description), !poll.allowsSeveral {
            for reaction in message.reactions where reaction.user == user && !reaction.hasEmoji(emoji.description) {
                if poll.option(of: reaction.emoji) != nil { try await removeReaction(reaction.emoji, from: message.id) }
            }
        }
        _ = try await repositories.reactions.add(emoji, to: message.id, in: conversation.id, as: user)
    }

    /// Removes a reaction; idempotent.
    /// - Throws: `.forbidden` for a vote in a poll that is over.
    public func remove(_ emoji: String, from message: Message) async throws(ChatError) {
        _ = try openPoll(of: message, for: emoji)
        try await removeReaction(emoji, from: message.id)
    }

    /// The poll in which a reaction is a vote; `nil` where it is none.
    private func openPoll(of message: Message, for emoji: String) throws(ChatError) -> Poll? {
        guard let poll = message.text.flatMap({ Poll(text: $0) }), poll.option(of: emoji) != nil else { return nil }
        guard !PollResult(poll, of: message).isOver else { throw ChatError(.forbidden, during: "vote") }
        return poll
    }

    private func removeReaction(_ emoji: String, from message: MessageID) async throws(ChatError) {
        do throws(ChatError) {
            _ = try await repositories.reactions.remove(emoji, from: message, in: conversation.id, as: user)
        } catch {
            guard error.reason == .notFound else { throw error }
        }
    }

    public func bookmark(_ message: MessageID) async throws(ChatError) {
        _ = try await repositories.bookmarks.add(bookmark: message, by: user)
    }

    /// Adds a person to a group. Does nothing for an active participant, whose role the backend would otherwise reset.
    public func add(_ person: UserID) async throws(ChatError) {
        guard mayAdd else { throw ChatError(.forbidden, during: "add") }
        guard conversation.activeParticipant(person) == nil else { return }
        _ = try await repositories.conversations.add(
            person, as: .member, to: conversation.id, by: user)
    }

    /// Leaves the conversation, or removes another person, which only an admin may.
    public func remove(_ person: UserID) async throws(ChatError) {
        guard person == user || mayRemoveOthers else {
            throw ChatError(.forbidden, during: "remove")
        }
        _ = try await repositories.conversations.remove(person, from: conversation.id, by: user)
    }

    /// Whether the participant may remove others, as the admins of a group may.
    public var mayRemoveOthers: Bool { participant.role == .admin && conversation.isGroup }

    /// Whether the participant may add people: to a group, if it lets them.
    public var mayAdd: Bool { conversation.isGroup && conversation.allows(.add, participant) }

    /// Whether replies to a message are in a thread, or may be.
    public func hasThread(_ message: Message) -> Bool {
        repositories.threads.isThere && message.sender != nil && (conversation.hasThreads || message.thread != nil)
    }

    /// Opens the thread of a message, and follows it.
    public func openThread(of message: Message) async throws(ChatError) -> ConversationID {
        guard hasThread(message) else { throw ChatError(.forbidden, during: "open") }
        return try await repositories.threads.open(message.id, in: conversation.id, as: user).conversation
    }

    /// Whether the participant may send messages.
    public var maySend: Bool { conversation.allows(.post, participant) }

    /// How far others have read, for those of the person's messages; `nil` where that is not told.
    public func readers() async throws(ChatError) -> [Reader]? {
        guard repositories.receipts.isThere else { return nil }
        return try await repositories.receipts.readers(of: conversation.id, as: participant.user.id)
    }

    /// Whether the participant may pin messages.
    public var mayPin: Bool { repositories.pins.isThere && conversation.allows(.pin, participant) }

    /// Whether the participant may change the group.
    public var mayAdminister: Bool { mayRemoveOthers && repositories.groups.isThere }

    /// Changes the group's settings.
    public func change(_ edit: GroupEdit) async throws(ChatError) {
        guard mayAdminister else { throw ChatError(.forbidden, during: "change") }
        let changed = conversation.changed(by: edit)
        guard !changed.isEmpty else { return }
        try await repositories.groups.edit(conversation.id, changed, as: user)
    }

    /// Whether the participant may invite people to the group.
    public var mayInvite: Bool { mayAdd && repositories.invites.isThere }

    /// The invitations that are open: for an admin all, for others their own.
    public func invites() async throws(ChatError) -> [Invite] {
        try await repositories.invites.invites(to: conversation.id, as: user)
    }

    public func invite(_ new: NewInvite) async throws(ChatError) -> Invite {
        guard mayInvite else { throw ChatError(.forbidden, during: "invite") }
        return try await repositories.invites.invite(to: conversation.id, new, as: user)
    }

    /// Ends an invitation, which its maker and admins may.
    public func revoke(_ invite: InviteID) async throws(ChatError) {
        try await repositories.invites.revoke(invite, as: user)
    }

    /// Makes somebody an admin, or an admin a member.
    public func set(_ role: Role, of person: UserID) async throws(ChatError) {
        guard mayAdminister else { throw ChatError(.forbidden, during: "set") }
        try await repositories.groups.set(role, of: person, in: conversation.id, as: user)
    }

    /// The unread messages, and how many of them count.
    public func unread() async throws(ChatError) -> Unread {
        try await UnreadCounter(repositories).unread(in: conversation.id, for: user)
    }

    /// Moves the read mark forward to `message`; never backward.
    public func markRead(_ message: MessageID, _ unread: Unread) async throws(ChatError) {
        guard unread.ids.contains(message) || unread.isMore else { return }
        try await advanceMark(to: message)
    }

    /// Moves the read mark forward to a message that was seen; never backward.
    ///
    /// - Parameter moment: when it was sent, where that is known.
    public func markSeen(_ message: MessageID, sentAt moment: Timestamp?) async throws(ChatError) {
        var unread = try await unread()
        var isUnread = try await isUnread(message, sentAt: moment, unread)
        // Something may have been posted after it was counted what is unread, and before that was looked at.
        for _ in 1..<Self.looks where !isUnread {
            let again = try await self.unread()
            if again == unread { break }
            unread = again
            isUnread = try await self.isUnread(message, sentAt: moment, unread)
        }
        if isUnread {
            do throws(ChatError) { return try await advanceMark(to: message) } catch {
                // Of a message that was deleted, some backends keep nothing.
                guard case .invalid = error.reason else { throw error }
            }
        }
        // Where something is unread that was sent before it, it was deleted since: those before it were seen, too.
        guard let moment, let first = unread.firstMoment, first <= moment else { return }
        let seen = try await repositories.messages.messages(
            in: conversation.id, as: user, before: moment.adding(.milliseconds(1)), limit: 1)
        if let last = seen.first, unread.ids.contains(last.id) { try await advanceMark(to: last.id) }
    }

    /// How often is looked at what is unread, at most.
    private static var looks: Int { 3 }

    private func advanceMark(to message: MessageID) async throws(ChatError) {
        _ = try await repositories.readMarks.advance(to: message, in: conversation.id, by: user)
    }

    /// Moves the read mark to before `message`, on the reader's request.
    public func markUnread(from message: Message) async throws(ChatError) {
        let before = try await repositories.messages.messages(
            in: conversation.id, as: user, before: message.createdAt, limit: 1)
        _ = try await repositories.readMarks.mark(
            before.first?.id ?? message.id, asReadIn: conversation.id, by: user)
    }

    private var user: UserID { participant.user.id }

    var history: MessageHistory { MessageHistory(repositories.messages) }

    /// How far the participant has read.
    func lastRead() async throws(ChatError) -> LastRead {
        try await repositories.readMarks.lastRead(in: conversation.id, for: user)
    }

    /// The newest messages, newest first, as far as one read brings them.
    func messages(_ count: Int) async throws(ChatError) -> [Message] {
        try await repositories.messages.messages(
            in: conversation.id, as: user, before: nil, limit: min(max(count, 1), MessageLimits.maximumPerRead))
    }
}

extension ConversationRepository {
    /// A conversation in which `user` takes part.
    /// - Throws: `.notParticipant` for a stranger, `.noLongerParticipant` for one who left; `.notFound`.
    func participation(of user: UserID, in id: ConversationID)
        async throws(ChatError) -> (Conversation, Participant)
    {
        let conversation = try await conversation(id, as: user)
        guard let participant = conversation.activeParticipant(user) else {
            let wasInside = conversation.participants.contains { $0.user.id == user }
            throw ChatError(wasInside ? .noLongerParticipant : .notParticipant, during: "enter")
        }
        return (conversation, participant)
    }
}
