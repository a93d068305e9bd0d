import Chat

/// What is cached of one conversation, and the streams that watch it.
///
/// A class: pages look at it many times, and a copy costs more than all that they look for.
/// `@unchecked Sendable`: it never leaves its `LiveState`, which is behind one lock.
final class CachedConversation: @unchecked Sendable {
    var feed: ConversationFeed
    var conversation: Conversation? {
        didSet { members = Set(conversation?.activeParticipants.map(\.user.id) ?? []) }
    }
    var readers = CachedReaders()
    /// Who takes part now.
    private(set) var members: Set<UserID> = []
    /// Reads of the members that began before this version are not taken: they would bring back what has changed since.
    var membersVersion: UInt64 = 0
    /// Another one with each change of what is shown.
    var version: UInt64 = 0
    /// When a page of messages was read; `nil` where it must be read again.
    var pageReadAt: Timestamp?
    /// When at least the newest message was read.
    var newestReadAt: Timestamp?
    /// When the conversation itself was read; `nil` where it must be read again.
    var conversationReadAt: Timestamp?
    var journal: Journal<RecordedChange>
    var watchers: [Subscriber] = []
    /// When something last happened, as far as it was seen happening.
    var lastActivity: Timestamp?
    /// Who types, and when that was published last.
    var typing: [UserID: Timestamp] = [:]
    var presencePublishedAt: Timestamp?
    var poll = PollState()
    /// What was taken in of what other processes know.
    var shared = SharedPosition()
    /// When the last read of this process was answered that was taken.
    var ownReadEnded: Timestamp?
    /// How many messages the last page of `shared` has at least, if there are so many.
    var sharedLimit = 0
    var lastUse: Timestamp

    init(generation: UInt64, after event: EventID, now: Timestamp) {
        feed = ConversationFeed(generation: generation)
        journal = Journal(after: event, at: now)
        lastUse = now
    }

    var isWatched: Bool { !watchers.isEmpty }

    /// The person is no member any more, and who still is has to be read.
    ///
    /// - Parameter version: reads of the members that began before it may have them as a member.
    func drop(_ user: UserID, version: UInt64, now: Timestamp) {
        if let index = conversation?.participants.firstIndex(where: { $0.user.id == user && $0.isActive }) {
            conversation?.participants[index].leftAt = now
        }
        membersVersion = max(membersVersion, version)
        conversationReadAt = nil
        readers.forget(version: version)
    }

    /// All has to be read again.
    func invalidate(version: UInt64) {
        membersVersion = version
        feed.refuseReadsUnderWay()
        conversationReadAt = nil
        pageReadAt = nil
        newestReadAt = nil
    }
}

/// When a conversation is polled.
struct PollState: Sendable {
    var isUnderWay = false
    /// How many polls in a row have failed.
    var failures = 0
    /// When the last poll began.
    var lastTry: Timestamp?
    /// As whom it could not be read, for their session with the backend was over.
    var rejectedReaders: Set<UserID> = []
}
