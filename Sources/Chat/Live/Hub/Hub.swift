import Chat

/// Who listens, what is known, and what follows from what happened: a state machine without clocks and sockets.
///
/// Everything that happens is a call, with the moment at which it happens; who is to hear what comes back.
struct Hub: Sendable {
    /// Whether the backend changes only through this process.
    let isOnlyWriter: Bool
    let pace: PollingPace
    let limits: LiveLimits

    private(set) var sequence: EventID
    private var lastVersion: UInt64 = 0
    /// The generation of the feed created last.
    private var lastFeed: UInt64 = 0
    var feeds: [ConversationID: FeedState] = [:]
    var people: [UserID: PersonState] = [:]
    /// The open streams, by the order of their opening.
    var streams: [UInt64: OpenStream] = [:]
    var streamsOfSession: [String: [UInt64]] = [:]
    var lastStream: UInt64 = 0
    /// Up to here something may have been forgotten: what was known of a conversation or a person was dropped.
    var forgottenUpTo: EventID
    /// When `forgetWithoutStreams` last looked for idle entries.
    var lastForgetting: Timestamp?
    /// Since when the backend has not answered; `nil` while it does.
    var unreachableSince: Timestamp?
    /// The conversations of those who have a stream open; `nil` where that must be found out anew.
    var listed: Set<ConversationID>?
    var round = Round()
    /// People with streams whom the backend may not know any more.
    var doubted: Set<UserID> = []

    /// - Parameter sequence: where events are counted from; above every number of an earlier run, so that a browser
    ///   that comes back from there is told to read again.
    init(isOnlyWriter: Bool, pace: PollingPace, limits: LiveLimits, sequence: EventID) {
        self.isOnlyWriter = isOnlyWriter
        self.pace = pace
        self.limits = limits
        self.sequence = sequence
        forgottenUpTo = sequence
    }

    mutating func nextVersion() -> UInt64 {
        lastVersion += 1
        return lastVersion
    }

    private mutating func nextEvent() -> EventID {
        sequence = sequence.next
        return sequence
    }

    /// What is known of a conversation, made where nothing is.
    mutating func withFeed<Result>(_ id: ConversationID, _ now: Timestamp, _ body: (inout FeedState) -> Result)
        -> Result
    {
        let floor = forgottenUpTo
        if feeds[id] == nil { lastFeed += 1 }
        let generation = lastFeed
        return body(&feeds[id, default: FeedState(generation: generation, after: floor, now: now)])
    }

    /// What is known of a person, made where nothing is.
    mutating func withPerson<Result>(_ id: UserID, _ now: Timestamp, _ body: (inout PersonState) -> Result) -> Result {
        let floor = forgottenUpTo
        return body(&people[id, default: PersonState(after: floor, now: now)])
    }
}

// MARK: - What happened

extension Hub {
    /// Tells the members of a conversation what happened in it.
    mutating func publish(_ changes: [FeedChange], in id: ConversationID, now: Timestamp) -> [Announcement] {
        guard !changes.isEmpty, feeds[id] != nil else { return [] }
        let version = nextVersion()
        var announcements: [Announcement] = []
        var members: Set<UserID> = []
        for change in changes {
            let event = nextEvent()
            withFeed(id, now) { state in
                state.version = version
                state.lastActivity = now
                state.journal.append(change, id: event, at: now)
                members = state.members
                if case .posted(let message, _) = change, let sender = message.sender {
                    state.toldTyping[sender] = nil
                }
            }
            switch change {
            case .posted:
                for member in members { people[member]?.positions[id]?.value.countPosted() }
            case .deleted, .changed, .conversation, .replaced: break
            }
            let listeners = members.flatMap { people[$0]?.listeners ?? [] }
            if !listeners.isEmpty {
                announcements.append(
                    Announcement(
                        event: LiveEvent(id: event, conversation: id, news: .feed(change)), listeners: listeners))
            }
        }
        for member in members { people[member]?.listVersion = version }
        return announcements
    }

    /// Takes what a read of a conversation's people brought. What changed since the read began counts more.
    ///
    /// - Parameter ticket: what `beginRead` gave.
    mutating func take(_ conversation: Conversation, begun ticket: UInt64, now: Timestamp) -> [Announcement] {
        let id = conversation.id
        guard ticket >= feeds[id]?.peopleVersion ?? 0 else { return [] }
        let (before, members) = withFeed(id, now) { state in
            let before = (state.conversation, state.members)
            state.conversation = conversation
            state.conversationReadAt = now
            state.lastUse = now
            state.peopleVersion = ticket
            return (before, state.members)
        }
        guard let known = before.0 else {
            let version = nextVersion()
            withFeed(id, now) { $0.version = version }
            // Who knows their own list and has not heard of it: it is new to them.
            return members.filter { people[$0]?.told.map { !$0.contains(id) } ?? false }
                .flatMap { join($0, id, now) }
        }
        guard known != conversation || before.1 != members else { return [] }
        var announcements = members.subtracting(before.1).flatMap { join($0, id, now) }
        announcements += before.1.subtracting(members).flatMap { leave($0, id, now) }
        guard known != conversation else { return announcements }
        return announcements + publish([.conversation(conversation)], in: id, now: now)
    }

    /// Tells a person that they are in a conversation in which they were not.
    mutating func join(_ user: UserID, _ id: ConversationID, _ now: Timestamp) -> [Announcement] {
        listed = nil
        let (conversation, version) = (feeds[id]?.conversation, nextVersion())
        return tell(user, .joined, id, now) { state in
            state.conversationsVersion = version
            state.told?.insert(id)
            guard let conversation, let list = state.conversations else { return }
            if !list.value.contains(where: { $0.id == id }) { state.conversations?.value.insert(conversation, at: 0) }
        }
    }

    /// Tells a person that they are out, and tells them nothing more.
    mutating func leave(_ user: UserID, _ id: ConversationID, _ now: Timestamp) -> [Announcement] {
        listed = nil
        withFeed(id, now) { state in
            state.watchers.removeAll { $0.user == user }
            state.toldTyping[user] = nil
        }
        doubt(user)
        let version = nextVersion()
        return tell(user, .gone, id, now) { state in
            state.conversationsVersion = version
            state.told?.remove(id)
            state.positions[id] = nil
        }
    }

    /// Tells one person something, on all their devices.
    mutating func tell(
        _ user: UserID, _ news: LiveEvent.News, _ id: ConversationID, _ now: Timestamp,
        _ change: (inout PersonState) -> Void = { _ in }
    ) -> [Announcement] {
        let event = LiveEvent(id: nextEvent(), conversation: id, news: news)
        let version = nextVersion()
        let listeners = withPerson(user, now) { state in
            change(&state)
            state.listVersion = version
            state.threadVersions[id] = version
            if let number = event.id { state.journal.append(event, id: number, at: now) }
            return state.listeners
        }
        return listeners.isEmpty ? [] : [Announcement(event: event, listeners: listeners)]
    }
}

extension ReadPosition {
    fileprivate mutating func countPosted() { self = posted() }
}
