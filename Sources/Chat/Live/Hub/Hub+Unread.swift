import Chat

/// What seems unread, which a person may have read elsewhere.
struct UnreadBelief: Sendable {
    let conversation: ConversationID
    let position: ReadPosition
    let count: Int
    /// The conversation's. Where something happened since, the backend's count may or may not hold it.
    let version: UInt64
}

extension Hub {
    /// Of what a person who is here has not read as far as is known, the conversation that was asked for longest ago.
    func unreadToAsk(of user: UserID, now: Timestamp) -> UnreadBelief? {
        guard let person = people[user], !person.listeners.isEmpty else { return nil }
        var oldest: (belief: UnreadBelief, at: Timestamp)?
        for (id, read) in person.positions {
            // A clock that was set back must not stop the asking.
            guard let state = feeds[id], state.feed.isLoaded, state.members.contains(user),
                now >= read.at.adding(pace.person / 2) || now < read.at, oldest.map({ read.at < $0.at }) ?? true
            else { continue }
            let count = read.value.count(in: state.feed)
            guard count > 0 else { continue }
            oldest = (
                UnreadBelief(conversation: id, position: read.value, count: count, version: state.version), read.at
            )
        }
        return oldest?.belief
    }

    /// Takes what the backend says is behind a person's mark.
    ///
    /// More than was believed is not taken, for backends count what was deleted, too.
    mutating func takeUnread(_ count: Int, of user: UserID, believing belief: UnreadBelief, now: Timestamp)
        -> [Announcement]
    {
        let id = belief.conversation
        guard let state = feeds[id], state.version == belief.version,
            people[user]?.positions[id]?.value == belief.position
        else { return [] }
        people[user]?.positions[id] = PersonState.Read(value: belief.position, at: now)
        guard count < belief.count else { return [] }
        return move(to: ReadPosition(behind: count, in: state.feed), in: id, by: user, now: now)
    }
}
