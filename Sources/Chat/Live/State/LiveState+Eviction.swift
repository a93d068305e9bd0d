import Chat

extension LiveState {
    /// Evicts what `EvictionPolicy` says; all but one call in many only compare counts.
    ///
    /// - Parameter moment: what was used since then stays; `nil` for no such exception.
    mutating func evict(unusedSince moment: Timestamp? = nil) {
        let evicted = evictConversations(unusedSince: moment) + evictPeople(unusedSince: moment)
        // A number of its own: a page made before may show what is read anew otherwise than it is by then.
        if evicted > 0 { evictedUpTo = nextEvent() }
    }

    /// The same, at most once in an interval; what pages that are being made need stays.
    mutating func evictIfDue(now: Timestamp) {
        guard limits.eviction.isDue(since: lastEviction, now: now) else { return }
        lastEviction = now
        evict(unusedSince: now.adding(.zero - limits.eviction.pageTime))
    }

    private mutating func evictConversations(unusedSince moment: Timestamp?) -> Int {
        let policy = limits.eviction
        guard policy.isExceeded(policy.conversations, by: conversations.count) else { return 0 }
        let uses = conversations.map { id, cached in
            let use = EvictionPolicy.Use(
                lastUse: cached.lastUse, hasStream: isInUse(cached), isBeingPolled: cached.poll.isUnderWay)
            return (key: id, use: use)
        }
        let evicted = policy.evicted(uses, limit: policy.conversations, unusedSince: moment)
        for id in evicted { forgetConversation(id) }
        return evicted.count
    }

    private mutating func evictPeople(unusedSince moment: Timestamp?) -> Int {
        let policy = limits.eviction
        guard policy.isExceeded(policy.people, by: people.count - online.count) else { return 0 }
        let uses = people.map { user, person in
            (key: user, use: EvictionPolicy.Use(lastUse: person.lastUse, hasStream: person.isOnline))
        }
        let evicted = policy.evicted(uses, limit: policy.people, unusedSince: moment)
        for user in evicted { forgetPerson(user) }
        return evicted.count
    }
}
