import Chat

/// A conversation that is to be read again, and as whom.
struct DuePoll: Sendable, Equatable {
    let conversation: ConversationID
    let user: UserID
    /// Whether somebody has it open.
    let isWatched: Bool
}

extension Hub {
    /// What is to be read now; each is under way from here on.
    mutating func due(now: Timestamp) -> [DuePoll] {
        guard !isOnlyWriter else { return [] }
        return interesting().compactMap { id in
            guard let state = feeds[id], !state.poll.isUnderWay, let user = reader(of: state) else { return nil }
            guard
                let interval = pace.interval(
                    isWatched: state.isWatched, isListed: true, lastActivity: state.lastActivity, now: now)
            else { return nil }
            let wait = state.poll.failures > 0 ? pace.backoff(interval, failures: state.poll.failures) : interval
            // A clock that was set back must not stop the reading.
            if let last = state.poll.lastTry, now < last.adding(wait), last <= now { return nil }
            feeds[id]?.poll.isUnderWay = true
            feeds[id]?.poll.lastTry = now
            return DuePoll(conversation: id, user: user, isWatched: state.isWatched)
        }
    }

    mutating func finishPoll(of id: ConversationID, failed: Bool) {
        guard var poll = feeds[id]?.poll else { return }
        poll.isUnderWay = false
        poll.failures = failed ? poll.failures + 1 : 0
        feeds[id]?.poll = poll
    }

    /// Those who have a stream open, and whose list is not known.
    func unlisted() -> [UserID] {
        people.filter { !$0.value.listeners.isEmpty && $0.value.conversations == nil }.map(\.key)
    }

    /// The conversations of those who have a stream open.
    private mutating func interesting() -> Set<ConversationID> {
        if let listed { return listed }
        var found: Set<ConversationID> = []
        for (user, person) in people where !person.listeners.isEmpty {
            for conversation in person.conversations?.value ?? []
            where feeds[conversation.id]?.members.contains(user) ?? false { found.insert(conversation.id) }
        }
        // Beside what is in the lists: a conversation may be open before a list is read that holds it.
        for stream in streams.values {
            found.formUnion(
                stream.watching.filter { feeds[$0]?.members.contains(stream.listener.user) ?? false })
        }
        listed = found
        return found
    }

    /// As whom a conversation is read: one who has it open, else one who is here.
    private func reader(of state: FeedState) -> UserID? {
        if let watcher = state.watchers.first(where: { state.members.contains($0.user) }) { return watcher.user }
        return state.members.first { !(people[$0]?.listeners.isEmpty ?? true) }
    }
}
