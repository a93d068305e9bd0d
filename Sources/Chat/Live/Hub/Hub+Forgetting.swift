import Chat

// Keeps the number of known conversations and people bounded.
extension Hub {
    /// Drops the least recently used idle conversations and people if there are more than `limits` allow.
    ///
    /// Never dropped: people with an open stream, conversations in their lists, conversations that are open in a browser,
    /// and conversations that are being polled. Idle entries may exceed the limit by a quarter before they are reduced
    /// to it, so the cost of sorting them is spread over a quarter of the limit; every other call only compares counts.
    ///
    /// - Parameter moment: entries used since then are kept too; `nil` for no such exception.
    mutating func forget(unusedSince moment: Timestamp? = nil) {
        forgetConversations(unusedSince: moment)
        forgetPeople(unusedSince: moment)
    }

    /// The same for a site on which no stream is open, and which therefore has no heartbeat that calls `forget()`.
    ///
    /// Entries used within `LiveLimits.pageTime` are kept: a page that is being made may need them. At most one call per
    /// `LiveLimits.tick` does any work.
    mutating func forgetWithoutStreams(now: Timestamp) {
        guard streams.isEmpty else { return }
        // A clock that was set back must not stop the forgetting.
        if let last = lastForgetting, now < last.adding(limits.tick), last <= now { return }
        lastForgetting = now
        forget(unusedSince: now.adding(.zero - limits.pageTime))
    }

    private mutating func forgetConversations(unusedSince moment: Timestamp?) {
        let most = Self.mostIdle(limits.idleConversations)
        guard feeds.count > most else { return }
        let listed = interesting()
        // Every listed conversation has a feed, so this many are not listed.
        guard feeds.count - listed.count > most else { return }
        let idle = feeds.filter { !$0.value.isWatched && !$0.value.poll.isUnderWay && !listed.contains($0.key) }
        let dropped = Self.oldest(of: idle, at: \.lastUse, besides: limits.idleConversations, unusedSince: moment)
        guard !dropped.isEmpty else { return }
        for id in dropped { feeds[id] = nil }
        forgottenUpTo = sequence
    }

    private mutating func forgetPeople(unusedSince moment: Timestamp?) {
        let most = Self.mostIdle(limits.idlePeople)
        // A stream belongs to one person, so at least this many people have none.
        guard people.count - streams.count > most else { return }
        let idle = people.filter(\.value.listeners.isEmpty)
        let dropped = Self.oldest(of: idle, at: \.lastUse, besides: limits.idlePeople, unusedSince: moment)
        guard !dropped.isEmpty else { return }
        for id in dropped { people[id] = nil }
        forgottenUpTo = sequence
    }

    /// The number of idle entries above which some are dropped.
    private static func mostIdle(_ limit: Int) -> Int { limit + limit / 4 }

    /// The keys of all entries except the `count` most recently used and those used since `moment`.
    private static func oldest<Key, Value>(
        of idle: [Key: Value], at use: (Value) -> Timestamp, besides count: Int, unusedSince moment: Timestamp?
    ) -> [Key] {
        let surplus = idle.count - count
        guard surplus > 0 else { return [] }
        let byUse = idle.map { (key: $0.key, at: use($0.value)) }.sorted { $0.at < $1.at }
        return byUse.prefix(surplus).prefix { entry in moment.map { entry.at < $0 } ?? true }.map(\.key)
    }
}
