public import Chat
import Synchronization

extension Live {
    /// Ticks as long as there is a stream.
    func startTicking() {
        ticker.withLock { ticker in
            guard ticker == nil else { return }
            // Detached, because it belongs to no request, and what it asks the backend to no request's trace.
            ticker = Task.detached { await self.keepTicking() }
        }
    }

    private func keepTicking() async {
        var polls: [DuePoll] = []
        while true {
            // Spread over the time to the next tick: all at once they would be in the way of people's requests.
            for poll in polls {
                Task { await self.poll(poll) }
                try? await Task.sleep(for: limits.tick / polls.count)
            }
            if polls.isEmpty { try? await Task.sleep(for: limits.tick) }
            let isNeeded = ticker.withLock { ticker in
                guard state.withLock({ $0.streams.isEmpty }) else { return true }
                ticker = nil
                return false
            }
            guard isNeeded else { return tellAbsence() }
            tellPresence()
            Task { await tellReaders(within: limits.tick) }
            polls = tick()
            for user in dueListPolls() { Task { await self.pollList(of: user) } }
        }
    }

    /// Publishes who is online, and returns what is to be polled.
    func tick() -> [DuePoll] {
        update { state, now in
            let publications = state.publishPresence(now: now) + state.publishDirectPresence(now: now)
            return (state.duePolls(now: now), publications)
        }
    }

    func poll(_ poll: DuePoll) async {
        var failure: ChatError?
        do throws(ChatError) {
            // Who only has it in a list sees nothing but the newest.
            let count = poll.isWatched ? MessageHistory.pageSize : 1
            let interval = withState { state, now in state.interval(of: poll, now: now) }
            try await readNewest(
                of: poll.conversation, as: poll.user, atLeast: count,
                .poll(isWatched: poll.isWatched, interval: interval))
        } catch {
            failure = error
            // Perhaps the reader was removed: then the others read on.
            if error.reason == .notParticipant { _ = try? await readConversation(poll.conversation, as: poll.user) }
        }
        withState { state, _ in
            state.finishPoll(
                poll, failed: failure != nil, isReaderRejected: failure?.reason == .unauthenticated)
        }
        polls.add(1, ordering: .relaxed)
        if failure != nil { failedPolls.add(1, ordering: .relaxed) }
    }

    /// People with streams whom the backend may not know any more; each is named once, until there is new doubt.
    public func takeUnconfirmedUsers(atMost count: Int) -> [UserID] {
        withState { state, _ in
            let taken = Array(state.unconfirmed.prefix(count))
            state.unconfirmed.subtract(taken)
            return taken
        }
    }

    /// Whose lists are to be polled now.
    func dueListPolls() -> [UserID] { withState { state, now in state.dueListPolls(now: now) } }

    /// Reads a person's list again, and asks whether they have read elsewhere what seems unread here.
    func pollList(of user: UserID) async {
        do throws(ChatError) {
            _ = try await readConversations(of: user)
            try await askForUnread(of: user)
        } catch {
            // Where the backend answers and does not give them their list, they may be gone.
            if !error.isOutage, error.reason != .cancelled { withState { state, _ in state.markUnconfirmed(user) } }
        }
        withState { state, now in state.finishListPoll(of: user, now: now) }
    }

    /// Asks for a person's conversations that seem unread, those that were asked for longest ago.
    private func askForUnread(of user: UserID) async throws(ChatError) {
        for assumed in withState({ state, now in state.unreadToAsk(of: user, now: now) }) {
            let count = try await readUnreadCount(in: assumed.conversation, for: user)
            // Fewer may also mean that some were deleted: then the messages have changed.
            if count < assumed.count {
                try await readNewestAlone(of: assumed.conversation, as: user, atLeast: assumed.count + 1)
            }
            update { state, now in state.takeUnread(count, of: user, assumed: assumed, now: now) }
        }
    }
}
