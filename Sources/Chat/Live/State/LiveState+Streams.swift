import Chat

/// A stream that is open, and what it shows.
struct OpenStream: Sendable {
    let subscriber: Subscriber
    let watching: [ConversationID]
}

extension LiveState {
    /// Opens a stream: from here on each event is published to it once.
    ///
    /// - Parameters:
    ///   - watching: what the browser shows; conversations of which the subscriber is no member are left out.
    ///   - last: what the browser has got, or the page that it shows was made after.
    ///   - elsewhere: what was changed since by other processes, if the browser comes from one.
    /// - Returns: the stream's number; what it missed, in order; and the streams that must end for it.
    mutating func open(
        _ subscriber: Subscriber, watching: [ConversationID], after last: StreamPosition?,
        elsewhere: ChangesElsewhere? = nil, now: Timestamp
    ) -> (stream: UInt64, publications: [Publication], surplus: [Subscriber]) {
        let user = subscriber.user
        let surplus = surplusStreams(of: subscriber.session).compactMap { close($0, now: now) }
        lastStream += 1
        let watching = watching.prefix(limits.watchedPerStream).filter { conversation($0, of: user) != nil }
        streams[lastStream] = OpenStream(subscriber: subscriber, watching: watching)
        streamsOfSession[subscriber.session, default: []].append(lastStream)
        let missed = last.map { self.missed(by: user, since: $0, elsewhere) } ?? []
        if let last { subscriber.noteTold(last.told, at: currentUntil) }
        let person = cachedPerson(user, now)
        if !person.isOnline {
            online.insert(user)
            presenceDue.formUnion(person.list?.value ?? [])
            directsDue[user] = now
        }
        person.subscribers.append(subscriber)
        person.lastUse = now
        for id in watching { conversations[id]?.watchers.append(subscriber) }
        presenceDue.formUnion(watching)
        let ready = LiveEvent(id: lastEvent, conversation: nil, kind: .ready)
        return (lastStream, (missed + [ready]).map { Publication(event: $0, subscribers: [subscriber]) }, surplus)
    }

    /// Whether nothing of what a stream is to watch has been evicted.
    func areCached(_ watching: [ConversationID], of user: UserID) -> Bool {
        guard let person = people[user], person.list != nil else { return false }
        return watching.prefix(limits.watchedPerStream).allSatisfy { id in
            person.isMember(of: id) == false || conversations[id]?.feed.isLoaded ?? false
        }
    }

    /// Closes a stream: nothing more is published to it.
    mutating func close(_ stream: UInt64, now: Timestamp) -> Subscriber? {
        guard let open = streams.removeValue(forKey: stream) else { return nil }
        let subscriber = open.subscriber
        streamsOfSession[subscriber.session]?.removeAll { $0 == stream }
        if streamsOfSession[subscriber.session]?.isEmpty ?? false { streamsOfSession[subscriber.session] = nil }
        for id in open.watching { conversations[id]?.watchers.removeAll { $0 === subscriber } }
        guard let person = people[subscriber.user] else { return subscriber }
        person.subscribers.removeAll { $0 === subscriber }
        person.lastUse = now
        if !person.isOnline {
            online.remove(subscriber.user)
            presenceDue.formUnion(person.list?.value ?? [])
            directsDue[subscriber.user] = now
        }
        return subscriber
    }

    /// Closes the streams of all subscribers of publications that will not be written: what is published later must not
    /// reach a browser that has missed something.
    mutating func closeStreams(of publications: [Publication], now: Timestamp) -> [Subscriber] {
        let missing = Set(publications.lazy.flatMap(\.subscribers).map { ObjectIdentifier($0) })
        let numbers = streams.filter { missing.contains(ObjectIdentifier($0.value.subscriber)) }.keys
        return numbers.compactMap { close($0, now: now) }
    }

    /// Publishes to the watchers that a person is typing, at a limited rate.
    /// - Returns: `nil` where that was published a moment ago, or is not known to be so.
    mutating func type(_ user: UserID, in id: ConversationID, now: Timestamp) -> [Publication]? {
        guard let cached = conversation(id, of: user) else { return nil }
        if let last = cached.typing[user], now < last.adding(limits.typingTime / 3) { return nil }
        cached.typing[user] = now
        let others = cached.watchers.filter { $0.user != user }
        guard !others.isEmpty else { return [] }
        return [Publication(event: LiveEvent(id: nil, conversation: id, kind: .typing(user)), subscribers: others)]
    }

    /// Publishes to the watchers of conversations which members have a stream open, where that has changed.
    ///
    /// Some conversations in one turn, because each asks for all of its members.
    mutating func publishPresence(now: Timestamp) -> [Publication] {
        if !changedElsewhere.isEmpty, presenceDue.isEmpty {
            let watched = Set(streams.values.lazy.flatMap(\.watching))
            presenceDue = watched.filter { conversations[$0]?.members.isDisjoint(with: changedElsewhere) == false }
            changedElsewhere = []
        }
        var publications: [Publication] = []
        for id in presenceDue.prefix(limits.presencesPerTick) {
            guard let cached = conversations[id], cached.isWatched else {
                presenceDue.remove(id)
                continue
            }
            if let last = cached.presencePublishedAt, now < last.adding(limits.presenceInterval) { continue }
            presenceDue.remove(id)
            cached.presencePublishedAt = now
            let present = cached.members.filter { isPresent($0) }
            let event = LiveEvent(
                id: nil, conversation: id,
                kind: .present(Array(present.sorted().prefix(limits.presentNames)), count: present.count))
            publications.append(Publication(event: event, subscribers: cached.watchers))
        }
        return publications
    }

    private func surplusStreams(of session: String) -> [UInt64] {
        let open = streamsOfSession[session] ?? []
        return Array(open.prefix(max(0, open.count - limits.streamsPerSession + 1)))
    }
}
