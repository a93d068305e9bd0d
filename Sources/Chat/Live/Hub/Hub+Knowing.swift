import Chat

// What is known, as long as it may be shown.
extension Hub {
    /// Whether something read at `moment` may still be shown.
    func isFresh(_ moment: Timestamp?, _ time: Duration, now: Timestamp) -> Bool {
        guard let moment else { return false }
        return isOnlyWriter || (now < moment.adding(time) && moment <= now)
    }

    func isThreadFresh(_ state: FeedState, now: Timestamp) -> Bool {
        state.feed.isLoaded && isFresh(state.pageReadAt, limits.threadFreshness, now: now)
    }

    /// Whether the newest messages may be shown in a list, and counted.
    func isListFresh(_ state: FeedState, now: Timestamp) -> Bool {
        state.feed.isLoaded && isFresh(state.newestReadAt, limits.listFreshness, now: now)
    }

    /// Who takes part: known as long as the messages are, for whoever comes or goes leaves one.
    func isConversationFresh(_ state: FeedState, now: Timestamp) -> Bool {
        state.conversation != nil && state.conversationReadAt != nil
            && (isFresh(state.conversationReadAt, limits.threadFreshness, now: now)
                || (state.isWatched && isThreadFresh(state, now: now)))
    }

    /// Whether there is news among messages that tells of people who came or went, or of something unknown.
    func bringsPeople(_ messages: [Message], in id: ConversationID) -> Bool {
        guard let state = feeds[id], state.conversation != nil, state.feed.isLoaded else { return false }
        return messages.contains { $0.sender == nil && state.feed.message($0.id) == nil }
    }

    /// Takes what a read of the newest messages brought.
    mutating func take(
        _ messages: [Message], of id: ConversationID, limit: Int, ticket: ConversationFeed.Ticket, isWidest: Bool,
        now: Timestamp
    ) -> (outcome: ConversationFeed.Outcome, announcements: [Announcement]) {
        let outcome = withFeed(id, now) { state in
            let outcome = state.feed.take(messages, limit: limit, ticket: ticket, isWidest: isWidest)
            guard case .changes = outcome else { return outcome }
            state.newestReadAt = now
            if limit >= MessageHistory.pageSize || state.feed.reachesBeginning { state.pageReadAt = now }
            return outcome
        }
        guard case .changes(let changes) = outcome else { return (outcome, []) }
        if feeds[id]?.version == 0 {
            let version = nextVersion()
            feeds[id]?.version = version
        }
        return (outcome, publish(changes, in: id, now: now))
    }

    /// How many messages are behind a person's read mark; `nil` where that must be asked.
    func unreadCount(in id: ConversationID, for user: UserID, now: Timestamp) -> Int? {
        guard let state = feeds[id], state.members.contains(user), isListFresh(state, now: now),
            let person = people[user], let position = position(in: id, of: person, now: now)
        else { return nil }
        return position.count(in: state.feed)
    }

    /// How far a person has read a conversation; `nil` where that must be asked.
    func position(in id: ConversationID, of person: PersonState, now: Timestamp) -> ReadPosition? {
        guard let position = person.positions[id],
            isFresh(position.at, limits.personFreshness, now: now) || !person.listeners.isEmpty
        else { return nil }
        return position.value
    }

    /// Takes a read mark that was set here.
    mutating func mark(_ message: MessageID, in id: ConversationID, by user: UserID, now: Timestamp) -> [Announcement] {
        guard let feed = feeds[id]?.feed, let read = feed.message(message) else {
            people[user]?.positions[id] = nil
            return tell(user, .refresh, id, now)
        }
        return move(to: .after(read.createdAt, read.id), in: id, by: user, now: now)
    }

    /// A person has read so far, and hears of it on all their devices.
    mutating func move(
        to position: ReadPosition, in id: ConversationID, by user: UserID, now: Timestamp
    ) -> [Announcement] {
        guard let feed = feeds[id]?.feed, people[user]?.positions[id]?.value != position else { return [] }
        let unread = feed.messages.suffix(position.count(in: feed)).filter { $0.sender.map { $0 != user } ?? false }
        return tell(user, .read(count: unread.count, isMore: false), id, now) { state in
            state.positions[id] = PersonState.Read(value: position, at: now)
        }
    }
}
