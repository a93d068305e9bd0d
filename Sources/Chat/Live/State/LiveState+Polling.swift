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
        let due = polledConversations().compactMap { id in dueSince(id, now: now).map { (id: id, since: $0) } }
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

    /// The conversations of those who have a stream open.
    mutating func polledConversations() -> Set<ConversationID> {
        if let polled { return polled }
        var found: Set<ConversationID> = []
        for (user, person) in people where person.isOnline {
            found.formUnion((person.list?.value ?? []).filter { conversation($0, of: user) != nil })
        }
        // Beside what is in the lists: a conversation may be open before a list is read that holds it.
        for stream in streams.values {
            found.formUnion(stream.watching.filter { conversation($0, of: stream.subscriber.user) != nil })
        }
        polled = found
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
