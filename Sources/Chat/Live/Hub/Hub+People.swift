import Chat

/// Whose lists are to be read again: all who are here in turn, evenly over `PollingPace.person`.
struct Round: Sendable {
    /// What was kept waiting for longer is not made up for.
    static let mostMadeUpFor = Duration.seconds(1)

    /// Those whose turn comes yet, the next one last.
    var waiting: [UserID] = []
    /// The time from one to the next.
    var spacing = Duration.zero
    /// When the next one may be read.
    var next: Timestamp?
    /// Whose lists are being read, and since when.
    var reading: [UserID: Timestamp] = [:]
}

// What happens elsewhere to those who have nothing but a stream here.
extension Hub {
    /// A read of somebody's list or of a conversation's people begins; this is its number.
    mutating func beginRead() -> UInt64 { nextVersion() }

    /// Takes what a read of a person's list brought.
    ///
    /// - Parameter ticket: what `beginRead` gave.
    /// - Returns: whether the list was still true; where not, it has to be read again.
    mutating func take(
        _ conversations: [Conversation], of user: UserID, begun ticket: UInt64, now: Timestamp
    ) -> (isTrue: Bool, announcements: [Announcement]) {
        let isTrue = ticket >= people[user]?.conversationsVersion ?? 0
        var announcements = conversations.flatMap { take($0, begun: ticket, now: now) }
        guard isTrue else { return (false, announcements) }
        if !conversations.contains(where: { $0.participants.contains { $0.user.id == user } }) { doubt(user) }
        let active = Set(conversations.map(\.id).filter { feeds[$0]?.members.contains(user) ?? false })
        if let told = people[user]?.told {
            announcements += active.subtracting(told).flatMap { join(user, $0, now) }
            for id in told.subtracting(active) {
                feeds[id]?.drop(user)
                announcements += leave(user, id, now)
            }
        }
        let version = nextVersion()
        withPerson(user, now) { state in
            state.conversations = PersonState.Read(value: conversations, at: now)
            state.told = active
            state.conversationsVersion = version
        }
        listed = nil
        return (true, announcements)
    }

    /// The backend may not know somebody any more.
    mutating func doubt(_ user: UserID) {
        guard !isOnlyWriter, !(people[user]?.listeners.isEmpty ?? true) else { return }
        doubted.insert(user)
    }

    /// Whose lists are to be read now; each is under way from here on.
    mutating func duePeople(now: Timestamp) -> [UserID] {
        guard !isOnlyWriter else { return [] }
        var due: [UserID] = []
        while round.reading.count < limits.personReadsAtOnce, isTurn(now), let user = nextOfRound(now) {
            round.reading[user] = now
            due.append(user)
        }
        return due
    }

    /// The read is over, well or not; the longer it took, the later comes the next one.
    mutating func finishLook(at user: UserID, now: Timestamp) {
        guard let start = round.reading.removeValue(forKey: user), start < now else { return }
        let rest = Duration.milliseconds(now.milliseconds(since: start)) * limits.personReadRest
        round.next = max(round.next ?? now, now.adding(min(rest, pace.person)))
    }

    private mutating func isTurn(_ now: Timestamp) -> Bool {
        guard let next = round.next else { return true }
        // A clock that was set back must not stop the reading.
        return now >= next || next > now.adding(pace.person)
    }

    private mutating func nextOfRound(_ now: Timestamp) -> UserID? {
        if round.waiting.isEmpty { beginRound(now) }
        guard let next = round.next, now >= next else { return nil }
        while let user = round.waiting.popLast() {
            guard let person = people[user], !person.listeners.isEmpty, round.reading[user] == nil else { continue }
            round.next = max(next, now.adding(Round.mostMadeUpFor * -1)).adding(round.spacing)
            return user
        }
        return nil
    }

    /// Everybody who is here has a turn, and nobody sooner than the last round's spacing after its last.
    private mutating func beginRound(_ now: Timestamp) {
        round.waiting = people.filter { !$0.value.listeners.isEmpty }.map(\.key)
        round.spacing = max(pace.person / max(1, round.waiting.count), limits.personReadSpacing)
        round.next = now.adding(round.spacing)
    }
}
