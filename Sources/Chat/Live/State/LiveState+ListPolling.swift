import Chat

/// Whose lists are polled: everybody's with a stream, in turn, evenly over `PollingPace.person`.
struct ListPolling: Sendable {
    /// A delay longer than this is not made up for.
    static let maximumCatchUp = Duration.seconds(1)

    /// Those whose turn is still to come, the next one last.
    var waiting: [UserID] = []
    /// The time from one to the next.
    var spacing = Duration.zero
    /// When the next one may be read.
    var next: Timestamp?
    /// Whose lists are being read, and since when.
    var reading: [UserID: Timestamp] = [:]
}

// Finds what happens elsewhere to people who have nothing but a stream here.
extension LiveState {
    /// People whose accounts may have been deleted at the backend.
    mutating func markUnconfirmed(_ user: UserID) {
        if policy != .authoritative, isOnline(user) { unconfirmed.insert(user) }
    }

    /// Whose lists are to be read now; each is under way from here on.
    mutating func dueListPolls(now: Timestamp) -> [UserID] {
        guard policy != .authoritative else { return [] }
        var due: [UserID] = []
        while listPolling.reading.count < limits.personReadsAtOnce, isTurn(now), let user = nextInTurn(now) {
            listPolling.reading[user] = now
            due.append(user)
        }
        return due
    }

    /// The read is over, well or not; the longer it took, the later comes the next one.
    mutating func finishListPoll(of user: UserID, now: Timestamp) {
        guard let start = listPolling.reading.removeValue(forKey: user), start < now else { return }
        let rest = Duration.milliseconds(now.milliseconds(since: start)) * limits.personReadRest
        listPolling.next = max(listPolling.next ?? now, now.adding(min(rest, pace.person)))
    }

    private func isTurn(_ now: Timestamp) -> Bool {
        guard let next = listPolling.next else { return true }
        // A clock that was set back must not stop the polling.
        return now >= next || next > now.adding(pace.person)
    }

    private mutating func nextInTurn(_ now: Timestamp) -> UserID? {
        if listPolling.waiting.isEmpty { startRound(now) }
        guard let next = listPolling.next, now >= next else { return nil }
        while let user = listPolling.waiting.popLast() {
            guard isOnline(user), listPolling.reading[user] == nil else { continue }
            listPolling.next = max(next, now.adding(.zero - ListPolling.maximumCatchUp)).adding(listPolling.spacing)
            return user
        }
        return nil
    }

    /// Polls the lists of all people online in turn, each at most once in the spacing of a round.
    private mutating func startRound(_ now: Timestamp) {
        listPolling.waiting = Array(online)
        listPolling.spacing = max(pace.person / max(1, listPolling.waiting.count), limits.personReadSpacing)
        // The last of the round before is followed by the first of this one; after a pause nothing is made up for.
        if let next = listPolling.next, next <= now, now < next.adding(listPolling.spacing) { return }
        listPolling.next = now.adding(listPolling.spacing)
    }
}
