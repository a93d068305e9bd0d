import Chat

/// A stream that is open, and what it shows.
struct OpenStream: Sendable {
    let listener: Listener
    let watching: [ConversationID]
}

extension Hub {
    /// Opens a stream for a member: from here on it is told everything once.
    ///
    /// - Parameters:
    ///   - watching: what the browser shows; conversations in which the listener has no part are left out.
    ///   - last: the newest event that the browser has heard of, or that the page it shows was made after.
    /// - Returns: the stream's number; what it missed, in order; and the streams that must end for it.
    mutating func open(_ listener: Listener, watching: [ConversationID], after last: EventID?, now: Timestamp)
        -> (stream: UInt64, announcements: [Announcement], surplus: [Listener])
    {
        let surplus = surplusStreams(of: listener.session).compactMap { close($0, now: now) }
        lastStream += 1
        let watching = watching.prefix(limits.watchedPerStream).filter {
            feeds[$0]?.members.contains(listener.user) ?? false
        }
        streams[lastStream] = OpenStream(listener: listener, watching: Array(watching))
        streamsOfSession[listener.session, default: []].append(lastStream)
        let wasHere = !(people[listener.user]?.listeners.isEmpty ?? true)
        let missed = last.map { self.missed(by: listener.user, since: $0) } ?? []
        withPerson(listener.user, now) { state in
            state.listeners.append(listener)
            state.lastUse = now
        }
        for id in watching {
            feeds[id]?.watchers.append(listener)
            feeds[id]?.isPresenceDue = true
        }
        listed = nil
        if !wasHere {
            announcePresence(of: listener.user)
        }
        let ready = LiveEvent(id: sequence, conversation: nil, news: .ready)
        return (lastStream, (missed + [ready]).map { Announcement(event: $0, listeners: [listener]) }, surplus)
    }

    /// Ends a stream: nothing more is told to it.
    mutating func close(_ stream: UInt64, now: Timestamp) -> Listener? {
        guard let open = streams.removeValue(forKey: stream) else { return nil }
        let listener = open.listener
        streamsOfSession[listener.session]?.removeAll { $0 == stream }
        if streamsOfSession[listener.session]?.isEmpty ?? false { streamsOfSession[listener.session] = nil }
        for id in open.watching { feeds[id]?.watchers.removeAll { $0 === listener } }
        people[listener.user]?.listeners.removeAll { $0 === listener }
        people[listener.user]?.lastUse = now
        listed = nil
        if people[listener.user]?.listeners.isEmpty ?? true {
            announcePresence(of: listener.user)
        }
        return listener
    }

    /// Tells the watchers that somebody types; not more often than is worth telling.
    mutating func type(_ user: UserID, in id: ConversationID, now: Timestamp) -> [Announcement] {
        guard let state = feeds[id], state.members.contains(user) else { return [] }
        if let told = state.toldTyping[user], now < told.adding(limits.typingTime / 3) { return [] }
        feeds[id]?.toldTyping[user] = now
        let others = state.watchers.filter { $0.user != user }
        guard !others.isEmpty else { return [] }
        return [Announcement(event: LiveEvent(id: nil, conversation: id, news: .typing(user)), listeners: others)]
    }

    /// Tells those who have a conversation open who is here, where that has changed.
    mutating func tellPresence(now: Timestamp) -> [Announcement] {
        var announcements: [Announcement] = []
        for (id, state) in feeds where state.isPresenceDue && state.isWatched {
            if let told = state.presenceToldAt, now < told.adding(limits.presenceInterval) { continue }
            feeds[id]?.isPresenceDue = false
            feeds[id]?.presenceToldAt = now
            let here = state.members.filter { !(people[$0]?.listeners.isEmpty ?? true) }
            let event = LiveEvent(
                id: nil, conversation: id,
                news: .present(Array(here.sorted().prefix(limits.presentNames)), count: here.count))
            announcements.append(Announcement(event: event, listeners: state.watchers))
        }
        return announcements
    }

    private mutating func announcePresence(of user: UserID) {
        for conversation in people[user]?.conversations?.value ?? [] { feeds[conversation.id]?.isPresenceDue = true }
    }

    private func surplusStreams(of session: String) -> [UInt64] {
        let open = streamsOfSession[session] ?? []
        return Array(open.prefix(max(0, open.count - limits.streamsPerSession + 1)))
    }

    /// What happened since `last` that concerns a person, in order; where some of it is not kept any more, that what is
    /// shown must be read again.
    private func missed(by user: UserID, since last: EventID) -> [LiveEvent] {
        let refresh = [LiveEvent(id: nil, conversation: nil, news: .refresh)]
        guard last <= sequence else { return refresh }
        if last == sequence { return [] }
        guard let own = people[user]?.journal.since(last) else { return refresh }
        var missed = own.map(\.entry)
        for (id, state) in feeds where state.members.contains(user) {
            guard let entries = state.journal.since(last) else { return refresh }
            missed += entries.map { LiveEvent(id: $0.id, conversation: id, news: .feed($0.entry)) }
        }
        return missed.sorted { ($0.id ?? .zero) < ($1.id ?? .zero) }
    }
}
