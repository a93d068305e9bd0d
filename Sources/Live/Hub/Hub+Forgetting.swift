import Chat

// What is dropped, so that what is known has a bound.
extension Hub {
    /// Drops what was not used for longest, where more of it is kept than `limits` allow.
    ///
    /// In use, and never dropped, are people with a stream, the conversations in their lists, those that a browser has
    /// open, and those that are being polled. Of everything else a quarter more than the limit may gather before it
    /// is cut down to the limit. So a call that drops something drops a quarter of the limit at least, and any other
    /// call compares numbers.
    mutating func forget() {
        forgetConversations()
        forgetPeople()
    }

    private mutating func forgetConversations() {
        let most = Self.mostIdle(limits.idleConversations)
        guard feeds.count > most else { return }
        let listed = interesting()
        // All that is listed has a feed, so at least so many are idle, but for those that are being polled.
        guard feeds.count - listed.count > most else { return }
        let idle = feeds.filter { !$0.value.isWatched && !$0.value.poll.isUnderWay && !listed.contains($0.key) }
        for id in Self.oldest(of: idle, at: \.lastUse, besides: limits.idleConversations) { feeds[id] = nil }
        forgottenUpTo = sequence
    }

    private mutating func forgetPeople() {
        let most = Self.mostIdle(limits.idlePeople)
        // Each stream is one person's, so at least so many have none.
        guard people.count - streams.count > most else { return }
        let idle = people.filter(\.value.listeners.isEmpty)
        for id in Self.oldest(of: idle, at: \.lastUse, besides: limits.idlePeople) { people[id] = nil }
        forgottenUpTo = sequence
    }

    /// How many that nobody uses may gather before some of them are dropped.
    private static func mostIdle(_ limit: Int) -> Int { limit + limit / 4 }

    /// The keys of all but the `count` that were used last.
    private static func oldest<Key, Value>(
        of idle: [Key: Value], at moment: (Value) -> Timestamp, besides count: Int
    ) -> [Key] {
        let surplus = idle.count - count
        guard surplus > 0 else { return [] }
        let byUse = idle.map { (key: $0.key, at: moment($0.value)) }.sorted { $0.at < $1.at }
        return byUse.prefix(surplus).map(\.key)
    }
}
