/// The limits of what is cached, polled and watched.
public struct LiveLimits: Sendable {
    /// How long a page of messages may be shown without reading it again, where others write to the backend, too.
    public var pageAge = Duration.milliseconds(5_000)
    /// The same for the members of a conversation whose newest messages were read since: who joins or leaves is told by
    /// a message.
    public var confirmedMembersAge = Duration.seconds(60)
    /// The same for a search, which would otherwise read all conversations of a person each time.
    public var searchedAge = Duration.seconds(30)
    /// The same for a conversation's last message in a list.
    public var newestAge = Duration.seconds(30)
    /// The same for what is a person's own: their list, bookmarks, read marks.
    public var personAge = Duration.seconds(30)
    /// For how long after a request without an answer what is cached is shown without asking.
    public var outagePause = Duration.seconds(5)
    /// What is evicted.
    public var eviction = EvictionPolicy()
    /// How many events may wait to be written, each counted for each stream; beyond that, the streams for which some
    /// wait are ended. Their browsers come back, and get from the journals what they missed. Five messages a second to
    /// 10,000 streams are 50,000, and take 0.2 s to write.
    public var waitingEvents = 1_000_000
    /// How many streams one session may have open; the oldest ends when there is one more.
    public var streamsPerSession = 16
    /// How many conversations one stream may watch.
    public var watchedPerStream = 32
    /// How long a person counts as typing after the last notification.
    public var typingTime = Duration.seconds(5)
    /// How often those who have a conversation open are told who else has.
    public var presenceInterval = Duration.seconds(2)
    /// How many of a person's direct conversations have the other person's presence told in the list.
    public var presentDirects = 100
    /// How many of them are told by name.
    public var presentNames = 50
    /// In how many conversations that is told with each tick.
    public var presencesPerTick = 500
    /// How often other processes are told who has opened or closed streams here, and how often who has any open.
    public var presenceToldInterval = Duration.seconds(1)
    public var allPresenceToldInterval = Duration.seconds(30)
    /// After which time a person is forgotten of whom another process tells nothing any more, and how often is looked.
    public var elsewhereMemory = Duration.seconds(75)
    public var elsewhereLookInterval = Duration.seconds(10)
    /// How many processes are listened to, and how many people of each are kept.
    public var processesElsewhere = 64
    public var peopleElsewhere = 100_000
    /// How many people's lists are polled at once.
    public var personReadsAtOnce = 4
    /// For how many conversations that seem unread the backend is asked with each read of a list.
    public var unreadReadsPerPoll = 8
    /// The least time from one of these reads to the next, however many people have streams open.
    public var personReadSpacing = Duration.milliseconds(50)
    /// For how many times as long as such a read took no list is polled, so that a slow backend is asked less.
    public var personReadRest = 10
    /// How often it is found out which conversations are in use by people with a stream.
    public var useLookInterval = Duration.seconds(1)
    /// How long a read of a conversation may take before another process may read it.
    public var readingTime = Duration.seconds(5)
    /// How often what is due is looked for, while a stream is open.
    public var tick = Duration.milliseconds(250)

    public init() {}
}
