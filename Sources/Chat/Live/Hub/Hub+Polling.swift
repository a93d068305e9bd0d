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

    mutating func finishPoll(_ poll: DuePoll, failed: Bool, isReaderUnknown: Bool = false) {
        guard var state = feeds[poll.conversation]?.poll else { return }
        state.isUnderWay = false
        state.failures = failed ? state.failures + 1 : 0
        if !failed { state.unknownReaders.remove(poll.user) }
        if isReaderUnknown {
            state.unknownReaders.insert(poll.user)
            doubt(poll.user)
        }
        feeds[poll.conversation]?.poll = state
    }

    /// The conversations of those who have a stream open.
    mutating func interesting() -> Set<ConversationID> {
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
    func reader(of id: ConversationID) -> UserID? { feeds[id].flatMap { reader(of: $0) } }

    /// The same; those whom the backend did not know come last.
    private func reader(of state: FeedState) -> UserID? {
        let unknown = state.poll.unknownReaders
        return reader(of: state, besides: unknown) ?? (unknown.isEmpty ? nil : reader(of: state, besides: []))
    }

    private func reader(of state: FeedState, besides unknown: Set<UserID>) -> UserID? {
        func canRead(_ user: UserID) -> Bool { state.members.contains(user) && !unknown.contains(user) }
        if let watcher = state.watchers.first(where: { canRead($0.user) }) { return watcher.user }
        return state.members.first { canRead($0) && !(people[$0]?.listeners.isEmpty ?? true) }
    }
}
