import Chat

/// The cache and the open streams, and what follows from what happened: a state machine without clock, lock and I/O.
///
/// Everything that happens is a call, with the moment at which it happens; what is to be published comes back.
struct LiveState: Sendable {
    let policy: CachePolicy
    let pace: PollingPace
    let limits: LiveLimits

    /// The newest event.
    private(set) var lastEvent: EventID
    private var lastVersion: UInt64 = 0
    /// The generation of the feed created last.
    private var lastFeed: UInt64 = 0
    var conversations: [ConversationID: CachedConversation] = [:]
    var people: [UserID: CachedPerson] = [:]
    /// The people who have a stream open.
    var online: Set<UserID> = []
    /// The open streams, by the order of their opening.
    var streams: [UInt64: OpenStream] = [:]
    var streamsOfSession: [String: [UInt64]] = [:]
    /// The threads that are cached, by their groups.
    private(set) var threads: [ConversationID: Set<ConversationID>] = [:]
    var lastStream: UInt64 = 0
    /// The number of the last eviction, counted among the events: of what was evicted, what happened up to here is in
    /// no journal.
    var evictedUpTo: EventID
    /// The newest `membershipsVersion` of the people of whom nothing is cached, and the newest `membersVersion` of the
    /// conversations of which nothing is: what changed them may have been evicted since.
    private(set) var uncachedMembershipsVersion: UInt64 = 0
    private(set) var uncachedMembersVersion: UInt64 = 0
    /// When `evictIfDue` did anything last.
    var lastEviction: Timestamp?
    /// Since when the backend has not answered; `nil` while it does.
    private(set) var unreachableSince: Timestamp?
    /// Up to when all that other processes have stored is taken in; `nil` where there are none.
    private(set) var currentUntil: Timestamp?
    /// When it was asked last without an answer.
    private var lastOutage: Timestamp?
    /// The conversations of people who have a stream open, as found out last.
    var polled: (conversations: [ConversationID], at: Timestamp)?
    var listPolling = ListPolling()
    /// How many requests that may post or delete messages are under way, by conversation: what the backend counts
    /// meanwhile may hold what they do, or not.
    private(set) var writesUnderWay: [ConversationID: Int] = [:]
    /// Conversations whose watchers are to be told anew who has a stream open.
    var presenceDue: Set<ConversationID> = []
    /// Conversations in which somebody has read since those who watch were told how far.
    var readingDue: Set<ConversationID> = []
    /// Who is online at other processes, and who came or left there since it was looked whom to tell.
    var elsewhere: PeopleElsewhere
    var changedElsewhere: Set<UserID> = []
    var toldPresence = ToldPresence()
    /// Who opened a first stream or closed the last one since, and when: a browser that loads another page does both.
    var directsDue: [UserID: Timestamp] = [:]
    /// Who was told to be online to those who have a direct conversation with them.
    var toldOnline: Set<UserID> = []
    /// People with streams whom the backend may not know any more.
    var unconfirmed: Set<UserID> = []

    /// - Parameter lastEvent: where events are counted from.
    init(policy: CachePolicy, pace: PollingPace, limits: LiveLimits, lastEvent: EventID) {
        self.policy = policy
        self.pace = pace
        self.limits = limits
        self.lastEvent = lastEvent
        evictedUpTo = lastEvent
        elsewhere = PeopleElsewhere(limits)
    }

    mutating func nextVersion() -> UInt64 {
        lastVersion += 1
        return lastVersion
    }

    /// Up to where all is published that happened.
    var position: StreamPosition { StreamPosition(lastEvent, moment: currentUntil) }

    /// All that other processes stored before a moment is taken in.
    mutating func noteCurrent(until moment: Timestamp) { currentUntil = max(moment, currentUntil ?? moment) }

    mutating func nextEvent() -> EventID {
        lastEvent = lastEvent.next
        return lastEvent
    }

    mutating func beginWrite(in id: ConversationID) { writesUnderWay[id, default: 0] += 1 }

    mutating func endWrite(in id: ConversationID) {
        writesUnderWay[id] = writesUnderWay[id].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// A conversation's entry, made where there is none.
    mutating func cachedConversation(_ id: ConversationID, _ now: Timestamp) -> CachedConversation {
        if let cached = conversations[id] { return cached }
        lastFeed += 1
        let cached = CachedConversation(generation: lastFeed, after: evictedUpTo, now: now)
        cached.membersVersion = uncachedMembersVersion
        conversations[id] = cached
        return cached
    }

    /// A person's entry, made where there is none.
    mutating func cachedPerson(_ id: UserID, _ now: Timestamp) -> CachedPerson {
        if let person = people[id] { return person }
        // Another version than before an eviction: what was published meanwhile has changed no version of theirs.
        let person = CachedPerson(after: evictedUpTo, version: nextVersion(), now: now)
        person.membershipsVersion = uncachedMembershipsVersion
        people[id] = person
        return person
    }

    /// Forgets what is cached of a conversation, but not since when its members are as they are.
    mutating func forgetConversation(_ id: ConversationID) {
        guard let cached = conversations.removeValue(forKey: id) else { return }
        if let group = cached.conversation?.thread?.conversation {
            threads[group]?.remove(id)
            if threads[group]?.isEmpty == true { threads[group] = nil }
        }
        uncachedMembersVersion = max(uncachedMembersVersion, cached.membersVersion)
        for member in cached.members { people[member]?.forget(id) }
    }

    /// Notes that a conversation is a thread, if it is.
    mutating func noteThread(_ conversation: Conversation) {
        guard let group = conversation.thread?.conversation else { return }
        threads[group, default: []].insert(conversation.id)
    }

    /// Forgets what is cached of a person, but not since when their conversations are as they are.
    mutating func forgetPerson(_ id: UserID) {
        guard let person = people.removeValue(forKey: id) else { return }
        uncachedMembershipsVersion = max(uncachedMembershipsVersion, person.membershipsVersion)
    }

    /// Somebody has joined or left a conversation. What reads say that are under way is older.
    mutating func refuseReadsUnderWay(ofMembersOf id: ConversationID) {
        let version = nextVersion()
        guard let cached = conversations[id] else { return uncachedMembersVersion = version }
        cached.membersVersion = version
    }

    /// The same of a person's list.
    mutating func refuseReadsUnderWay(ofListOf user: UserID) {
        let version = nextVersion()
        guard let person = people[user] else { return uncachedMembershipsVersion = version }
        person.membershipsVersion = version
    }

    /// The backend did not answer.
    mutating func noteOutage(_ now: Timestamp) {
        unreachableSince = unreachableSince ?? now
        lastOutage = now
    }

    /// The backend answered. What could not be polled meanwhile is due again.
    mutating func noteAnswer() {
        guard unreachableSince != nil else { return }
        unreachableSince = nil
        for cached in conversations.values { cached.poll.failures = 0 }
    }

    /// Whether the backend did not answer a moment ago. Then what is cached is shown without asking: a page asks several
    /// times in turn, and each may take as long as the backend has to answer.
    func hasJustFailed(_ now: Timestamp) -> Bool {
        guard unreachableSince != nil, let lastOutage, lastOutage <= now else { return false }
        return now < lastOutage.adding(limits.outagePause)
    }

    /// Whether the backend did not answer since a moment, and has not since then.
    func hasFailed(since moment: Timestamp, _ now: Timestamp) -> Bool {
        hasJustFailed(now) && lastOutage.map { $0 > moment } ?? false
    }

    /// A conversation's entry, for its members only.
    func conversation(_ id: ConversationID, of user: UserID) -> CachedConversation? {
        guard let cached = conversations[id], cached.members.contains(user) else { return nil }
        return cached
    }

    func isOnline(_ user: UserID) -> Bool { online.contains(user) }

    /// Whether a person has a stream open, here or at another process.
    func isPresent(_ user: UserID) -> Bool { online.contains(user) || elsewhere.contains(user) }

    /// Whether a stream watches a conversation, or a member has a stream open.
    func isInUse(_ cached: CachedConversation) -> Bool {
        cached.isWatched || !cached.members.isDisjoint(with: online)
    }
}
