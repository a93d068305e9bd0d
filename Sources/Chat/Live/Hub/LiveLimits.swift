/// The limits of what is kept and watched.
public struct LiveLimits: Sendable {
    /// How long what was read of a conversation may be shown without reading it again.
    public var threadFreshness = Duration.milliseconds(5_000)
    /// How long a conversation's last message may be shown in a list without reading it again.
    public var listFreshness = Duration.seconds(30)
    /// How long a person's own things may be shown without reading them again: conversations, bookmarks, read marks.
    public var personFreshness = Duration.seconds(30)
    /// How many conversations are kept that nobody looks at.
    public var idleConversations = 1_000
    /// How many people are kept who have no stream open.
    public var idlePeople = 5_000
    /// How long what was used is kept in any case while no stream is open, for pages that are being made.
    public var pageTime = Duration.seconds(60)
    /// How many streams one session may have open; the oldest ends when there is one more.
    public var streamsPerSession = 16
    /// How many conversations one stream may watch.
    public var watchedPerStream = 32
    /// How long somebody types without saying so again.
    public var typingTime = Duration.seconds(5)
    /// How often those who have a conversation open are told who else has.
    public var presenceInterval = Duration.seconds(2)
    /// How many of them are told by name.
    public var presentNames = 50
    /// How many people's lists are read at once because they are here.
    public var personReadsAtOnce = 4
    /// The least time from one of these reads to the next, however many are here.
    public var personReadSpacing = Duration.milliseconds(50)
    /// How many times as long as such a read took nobody's list is read, so that a slow backend is asked less.
    public var personReadRest = 10
    /// How often what is due is looked for.
    public var tick = Duration.milliseconds(250)

    public init() {}
}
