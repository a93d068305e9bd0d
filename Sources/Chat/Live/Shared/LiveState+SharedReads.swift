import Chat

extension LiveState {
    /// Takes a change that was made at another process.
    mutating func take(_ change: SharedChange, in id: ConversationID, now: Timestamp) -> [Publication] {
        switch change {
        case .posted(let message):
            // It may have been deleted here before it was told that it was sent.
            conversations[id]?.journal.contains { $0 == .deleted(message.id) } == true
                ? [] : self.change(id, now: now) { $0.post(message) }
        case .deleted(let message): delete(message, in: id, now: now)
        case .edited(let message): edit(message, now: now)
        case .reacted(let reaction): self.change(id, now: now) { $0.add(reaction) }
        case .unreacted(let emoji, let message, let user):
            self.change(id, now: now) { $0.remove(emoji, from: message, by: user) }
        // Who takes part is read, and how many messages are pinned.
        case .joined, .pins: []
        case .left(let user): remove(user, from: id, now: now)
        }
    }

    /// What became of a page of another process.
    enum PageOutcome {
        case taken
        /// A later one has been taken, or this process has read later.
        case older
        /// This process has to read for itself.
        case refused
    }

    /// How far apart the end of a read and the beginning of another one have to be, so that it is known which was first:
    /// clocks count milliseconds, and those of the database and of this process are two.
    private static var leastDifference: Duration { .milliseconds(10) }

    /// Takes what another process has read.
    mutating func take(
        _ page: SharedNews.Page, _ content: ReadPage, of id: ConversationID, now: Timestamp
    ) -> (outcome: PageOutcome, publications: [Publication]) {
        guard let cached = conversations[id] else { return (.refused, []) }
        // Taken by a hint meanwhile.
        guard page.number > cached.shared.page else {
            return (page.number == cached.shared.page ? .taken : .older, [])
        }
        // It may have been answered before the last read of this process, and then the next one is taken.
        if let own = cached.ownReadEnded, now.adding(.zero - page.age) < own.adding(Self.leastDifference) {
            return (.older, [])
        }
        let (outcome, publications) = take(
            content.messages, of: id, limit: content.limit, start: cached.feed.beginRead(knowing: page.begun),
            isWidest: false, now: now)
        guard case .changes = outcome else { return (.refused, publications) }
        cached.shared.page = page.number
        cached.sharedLimit = content.reach
        cached.newestReadAt = now.adding(.zero - page.age)
        if cached.sharedLimit >= MessageHistory.pageSize { cached.pageReadAt = cached.newestReadAt }
        return (.taken, publications)
    }

    /// Another process has read the same again.
    ///
    /// - Returns: whether so many messages are known by that.
    mutating func confirm(_ page: SharedNews.Page, of id: ConversationID, count: Int, now: Timestamp) -> Bool {
        guard let cached = conversations[id], cached.feed.isLoaded, page.number == cached.shared.page else {
            return false
        }
        // Nothing is confirmed of what has to be read again.
        guard let known = cached.newestReadAt else { return false }
        let moment = now.adding(.zero - page.age)
        cached.newestReadAt = max(known, moment)
        if cached.sharedLimit >= MessageHistory.pageSize, let known = cached.pageReadAt {
            cached.pageReadAt = max(known, moment)
        }
        return cached.sharedLimit >= count
    }
}
