public import Chat

/// Something that people are to hear of.
public struct LiveEvent: Sendable, Equatable {
    public enum News: Sendable, Equatable {
        /// Something happened in the conversation.
        case feed(FeedChange)
        /// The listener's own read mark was moved, here or on another device of theirs; so many are unread now.
        case read(count: Int, isMore: Bool)
        /// The listener takes part in the conversation, and did not before.
        case joined
        /// The listener does not take part in the conversation any more, and hears nothing more from it.
        case gone
        /// Somebody is typing; it counts for `LiveLimits.typingTime`.
        case typing(UserID)
        /// Which members are here: some of them by name, and how many.
        case present([UserID], count: Int)
        /// All is told up to this event; what comes next has just happened.
        case ready
        /// More happened than can be told: what is shown must be read again.
        case refresh
    }

    /// `nil` for what passes: who was away is not told of it.
    public let id: EventID?
    /// `nil` for what concerns all that is shown.
    public let conversation: ConversationID?
    public let news: News

    public init(id: EventID?, conversation: ConversationID?, news: News) {
        self.id = id
        self.conversation = conversation
        self.news = news
    }
}

/// An event, who is to hear of it, and what is needed to show it.
public struct Announcement: Sendable {
    public let event: LiveEvent
    /// As it is now; `nil` where the event concerns none, or nothing is known of it.
    public internal(set) var conversation: Conversation?
    /// The message that is answered by the one that the event is about, where it is known.
    public internal(set) var original: Message?
    public let listeners: [Listener]
}

/// Writes events to listeners. Called for one event after the other, in their order.
public protocol Announcer: Sendable {
    func announce(_ announcement: Announcement) async
}
