import Chat

extension LiveState {
    /// Takes a change that was made at another process.
    mutating func take(_ change: SharedChange, in id: ConversationID, now: Timestamp) -> [Publication] {
        switch change {
        case .posted(let message): self.change(id, now: now) { $0.post(message) }
        case .deleted(let message): delete(message, in: id, now: now)
        case .reacted(let reaction): self.change(id, now: now) { $0.add(reaction) }
        case .unreacted(let emoji, let message, let user):
            self.change(id, now: now) { $0.remove(emoji, from: message, by: user) }
        // Who takes part is read.
        case .joined: []
        case .left(let user): remove(user, from: id, now: now)
        }
    }

    /// Takes what another process has read.
    mutating func take(
        _ page: SharedNews.Page, _ content: ReadPage, of id: ConversationID, now: Timestamp
    ) -> (isTaken: Bool, publications: [Publication]) {
        guard let cached = conversations[id] else { return (false, []) }
        // Taken by a hint meanwhile.
        guard page.number > cached.shared.page else { return (page.number == cached.shared.page, []) }
        let (outcome, publications) = take(
            content.messages, of: id, limit: content.limit, start: cached.feed.beginRead(knowing: page.begun),
            isWidest: false, now: now)
        guard case .changes = outcome else { return (false, publications) }
        cached.shared.page = page.number
        cached.sharedLimit = content.reach
        cached.newestReadAt = now.adding(.zero - page.age)
        if cached.sharedLimit >= MessageHistory.pageSize { cached.pageReadAt = cached.newestReadAt }
        return (true, publications)
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
