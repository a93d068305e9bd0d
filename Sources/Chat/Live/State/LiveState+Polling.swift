import Chat

/// A conversation that is to be polled, and as whom.
struct DuePoll: Sendable, Equatable {
    let conversation: ConversationID
    let user: UserID
    /// Whether a stream watches it.
    let isWatched: Bool
}

extension LiveState {
    /// What is to be polled now; each is under way from here on.
    mutating func duePolls(now: Timestamp) -> [DuePoll] {
        guard policy != .authoritative else { return [] }
        let due = polledConversations(now: now).compactMap { id in dueSince(id, now: now).map { (id: id, since: $0) } }
        let most = pace.polls(in: limits.tick)
        var polls: [DuePoll] = []
        for (id, _) in due.count > most ? due.sorted(by: { $0.since < $1.since }) : due where polls.count < most {
            guard let cached = conversations[id], let user = reader(of: cached) else { continue }
            cached.poll.isUnderWay = true
            cached.poll.lastTry = now
            polls.append(DuePoll(conversation: id, user: user, isWatched: cached.isWatched))
        }
        return polls
    }

    /// Since when a conversation has been due; `nil` where it is not, or is being polled.
    private func dueSince(_ id: ConversationID, now: Timestamp) -> Timestamp? {
        guard let cached = conversations[id], !cached.poll.isUnderWay else { return nil }
        let interval = pace.interval(isWatched: cached.isWatched, lastActivity: cached.lastActivity, now: now)
        let wait = cached.poll.failures > 0 ? pace.backoff(interval, failures: cached.poll.failures) : interval
        // A clock that was set back must not stop the polling.
        guard let last = cached.poll.lastTry, last <= now else { return Timestamp(milliseconds: 0) }
        let due = last.adding(wait)
        return due <= now ? due : nil
    }

    /// The time from a poll to the next.
    func interval(of poll: DuePoll, now: Timestamp) -> Duration {
        pace.interval(
            isWatched: poll.isWatched, lastActivity: conversations[poll.conversation]?.lastActivity, now: now)
    }

    mutating func finishPoll(_ poll: DuePoll, failed: Bool, isReaderRejected: Bool = false) {
        guard let cached = conversations[poll.conversation] else { return }
        cached.poll.isUnderWay = false
        cached.poll.failures = failed ? cached.poll.failures + 1 : 0
        if !failed { cached.poll.rejectedReaders.remove(poll.user) }
        if isReaderRejected {
            cached.poll.rejectedReaders.insert(poll.user)
            markUnconfirmed(poll.user)
        }
    }

    /// The conversations of people who have a stream open. To look at all takes time, so that is done once in
    /// `LiveLimits.useLookInterval`.
    private mutating func polledConversations(now: Timestamp) -> [ConversationID] {
        // A clock that was set back must not stop the polling.
        if let polled, now < polled.at.adding(limits.useLookInterval), polled.at <= now { return polled.conversations }
        let found = conversations.filter { isInUse($0.value) }.map(\.key)
        polled = (found, now)
        return found
    }

    /// As whom a conversation is read: one who watches it, else one who is online. Those whom the backend rejected come
    /// last.
    func reader(of cached: CachedConversation) -> UserID? {
        let rejected = cached.poll.rejectedReaders
        return reader(of: cached, besides: rejected) ?? (rejected.isEmpty ? nil : reader(of: cached, besides: []))
    }

    private func reader(of cached: CachedConversation, besides rejected: Set<UserID>) -> UserID? {
        func canRead(_ user: UserID) -> Bool { cached.members.contains(user) && !rejected.contains(user) }
        if let watcher = cached.watchers.first(where: { canRead($0.user) }) { return watcher.user }
        return cached.members.first { canRead($0) && isOnline($0) }
    }
}
