import Chat

/// All that is known of one conversation, and who looks at it.
///
/// A class, for pages look at it many times and a copy costs more than all that they look for.
/// `@unchecked Sendable`: it never leaves its `Hub`, and a hub is behind one lock.
final class FeedState: @unchecked Sendable {
    var feed: ConversationFeed
    var conversation: Conversation? {
        didSet { members = Set(conversation?.activeParticipants.map(\.user.id) ?? []) }
    }
    /// Who takes part now.
    private(set) var members: Set<UserID> = []
    /// The version before which a read of the people must have begun no more: it would bring back what has changed since.
    var peopleVersion: UInt64 = 0
    /// Another one with each change of what is shown.
    var version: UInt64 = 0
    /// When a page of messages was read; `nil` where it must be read again.
    var pageReadAt: Timestamp?
    /// When at least the newest message was read.
    var newestReadAt: Timestamp?
    /// When the conversation was read; `nil` where it must be read again.
    var conversationReadAt: Timestamp?
    var journal: Journal<FeedChange>
    /// Who has it open.
    var watchers: [Listener] = []
    /// When something last happened, as far as it was seen happening.
    var lastActivity: Timestamp?
    /// Who types, and when that was told last.
    var toldTyping: [UserID: Timestamp] = [:]
    /// Whether the watchers are to be told anew who is there.
    var isPresenceDue = false
    var presenceToldAt: Timestamp?
    var poll = PollState()
    var lastUse: Timestamp

    init(generation: UInt64, after event: EventID, now: Timestamp) {
        feed = ConversationFeed(generation: generation)
        journal = Journal(after: event)
        lastUse = now
    }

    var isWatched: Bool { !watchers.isEmpty }

    /// Somebody is in it no more, and who still is has to be read.
    func drop(_ user: UserID) {
        members.remove(user)
        conversationReadAt = nil
    }
}

/// When a conversation is read again.
struct PollState: Sendable {
    var isUnderWay = false
    /// How many reads in a row have failed.
    var failures = 0
    /// When the last read began.
    var lastTry: Timestamp?
    /// As whom it could not be read, for their session with the backend was over.
    var unknownReaders: Set<UserID> = []
}
