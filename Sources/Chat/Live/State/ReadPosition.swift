import Chat

/// How far a person has read a conversation, as far as it is known.
enum ReadPosition: Sendable, Equatable {
    /// Up to this message.
    case after(Timestamp, MessageID)
    /// Nothing yet.
    case beginning
    /// So many messages are behind the mark, more than are cached. Unknown once one of them is deleted: the backend may
    /// have counted before or after that.
    case behind(Int)

    /// - Parameter behind: how many messages follow the mark, as the backend counts; a negative number counts as zero.
    init(behind: Int, in feed: ConversationFeed) {
        let messages = feed.messages
        let behind = max(0, behind)
        if behind < messages.count {
            let last = messages[messages.count - 1 - behind]
            self = .after(last.createdAt, last.id)
        } else {
            self = feed.reachesBeginning ? .beginning : .behind(behind)
        }
    }

    /// How many messages follow; all that are cached where nothing was read.
    func count(in feed: ConversationFeed) -> Int {
        switch self {
        case .behind(let count): return count
        case .beginning: return feed.messages.count
        case .after(let moment, let id):
            if let index = feed.messages.lastIndex(where: { $0.id == id }) { return feed.messages.count - 1 - index }
            // The message itself is gone: rather unread than lost.
            return feed.messages.reversed().prefix { $0.createdAt >= moment }.count
        }
    }

    /// One more message was posted.
    mutating func countPosted() {
        if case .behind(let count) = self, count < .max { self = .behind(count + 1) }
    }
}
