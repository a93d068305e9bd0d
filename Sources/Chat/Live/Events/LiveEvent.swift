public import Chat

/// Something that is published.
public struct LiveEvent: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// Something happened in the conversation. Indirect, because all other kinds are many and small.
        indirect case feed(FeedChange)
        /// The subscriber's own read mark was moved, here or on another device; so many are unread now, of which so many
        /// mention the subscriber.
        case read(count: Int, mentions: Int = 0, isMore: Bool)
        /// The subscriber is a member of the conversation, and was not before.
        case joined
        /// The subscriber is no member of the conversation any more; nothing more of it is published to them.
        case gone
        /// Somebody is typing; it counts for `LiveLimits.typingTime`.
        case typing(UserID)
        /// Which members are online: some of them by name, and how many.
        case present([UserID], count: Int)
        /// All up to this event is published; what comes next has just happened.
        case ready
        /// More happened than can be published: what is shown must be read again.
        case refresh
    }

    /// `nil` for what is transient: it is not published again to those who were away.
    public let id: EventID?
    /// `nil` for what concerns all that is shown.
    public let conversation: ConversationID?
    public let kind: Kind

    public init(id: EventID?, conversation: ConversationID?, kind: Kind) {
        self.id = id
        self.conversation = conversation
        self.kind = kind
    }

    /// The message that it is about.
    var message: Message? {
        switch kind {
        case .feed(.posted(let message, _)), .feed(.changed(let message, _)): message
        default: nil
        }
    }
}

/// An event, its subscribers, and what is needed to show it.
public struct Publication: Sendable {
    public let event: LiveEvent
    /// As it is now; `nil` where the event concerns none, or none is cached.
    public internal(set) var conversation: Conversation?
    /// The message that is answered by the one that the event is about, where it is known.
    public internal(set) var original: Message?
    /// How far others have read, where the author of that message may see it and it is known.
    public internal(set) var readers: [Reader]?
    public private(set) var subscribers: [Subscriber]
    /// Up to when all that other processes have stored is published with it; `nil` where there are none.
    public internal(set) var currentUntil: Timestamp?

    /// Where the stream of any subscriber goes on that has got it; `nil` for what is transient, and where other processes use
    /// the store.
    public var sharedPosition: StreamPosition? { currentUntil == nil ? event.id.map { StreamPosition($0) } : nil }

    /// Where the stream of one subscriber goes on, at this process or at another, as `StreamPosition` writes it; `nil` for what
    /// is transient, and where there is no other process.
    public func positionText(of subscriber: Subscriber) -> [UInt8]? {
        guard let currentUntil, let id = event.id else { return nil }
        let told = subscriber.toldText
        var text = Array(StreamPosition(id, moment: currentUntil).text.utf8)
        guard !told.isEmpty else { return text }
        text.append(StreamPosition.separator)
        text.append(contentsOf: told.dropFirst())
        return text
    }

    /// Without the subscribers who were told this before: when they came from another process, of what this one has heard only
    /// now. For the others it is noted, in case they go on at another process.
    var toThoseNotTold: Publication {
        guard let change = ToldChange(event) else { return self }
        var publication = self
        publication.subscribers.removeAll { !$0.tell(change, at: currentUntil) }
        return publication
    }
}

/// Writes events to subscribers. Called for one event after the other, in their order.
public protocol Publisher: Sendable {
    func publish(_ publication: Publication) async
}
