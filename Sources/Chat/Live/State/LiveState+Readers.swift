import Chat

extension LiveState {
    /// `nil` where it has to be asked.
    func readers(
        of id: ConversationID, for user: UserID, maximumAge: Duration?, now: Timestamp
    ) -> KnownReaders? {
        guard let hides = hidesReading(user, maximumAge: maximumAge, now: now) else { return nil }
        if hides { return .hidden }
        guard let known = conversations[id]?.readers.known, isCurrent(known.at, maximumAge, now: now) else {
            return nil
        }
        return .shown(known.value)
    }

    private func hidesReading(_ user: UserID, maximumAge: Duration?, now: Timestamp) -> Bool? {
        guard let read = people[user]?.hidesReading, isCurrent(read.at, maximumAge, now: now) else { return nil }
        return read.value
    }

    private func isCurrent(_ moment: Timestamp, _ maximumAge: Duration?, now: Timestamp) -> Bool {
        guard let maximumAge else { return true }
        return now < moment.adding(maximumAge) && moment <= now
    }

    /// What `take` needs of the moment at which a read begins.
    func beginRead(ofReadersOf id: ConversationID, as user: UserID) -> ReadersStart {
        ReadersStart(version: conversations[id]?.readers.version, knownAt: people[user]?.hidesReading?.at)
    }

    /// Takes what was read as one of the members; `nil` for one who does not show how far they have read.
    ///
    /// - Parameter start: what `beginRead(ofReadersOf:as:)` gave. What has changed since may not be in it.
    mutating func take(
        _ readers: [Reader]?, of id: ConversationID, as user: UserID, begun start: ReadersStart, now: Timestamp
    ) {
        // Where it is known since then, they may have chosen otherwise meanwhile.
        if people[user]?.hidesReading?.at == start.knownAt {
            people[user]?.hidesReading = CachedPerson.Read(value: readers == nil, at: now)
        }
        guard let readers, let cached = conversations[id], cached.readers.version == start.version else { return }
        // A page that was made of it has this version.
        let version = cached.readers.known?.value == readers ? cached.readers.version : nextVersion()
        cached.readers.take(readers, version: version, now: now)
    }

    /// Whether it has to be asked whether a person shows how far they have read, before their mark can be told.
    func needsToKnowWhetherShown(
        _ user: UserID, in id: ConversationID, maximumAge: Duration?, now: Timestamp
    ) -> Bool {
        guard let readers = conversations[id]?.readers, readers.known != nil, !readers.holds(user) else { return false }
        return hidesReading(user, maximumAge: maximumAge, now: now) == nil
    }

    /// A person has read up to a message.
    ///
    /// - Parameter asked: whether they show it, where that was asked.
    mutating func noteReading(
        by user: UserID, upTo message: MessageID, in id: ConversationID, asked: AskedReceipts? = nil, now: Timestamp
    ) {
        // Where it is known since then, they may have chosen otherwise meanwhile.
        let shows = asked.flatMap { people[user]?.hidesReading?.at == $0.knownAt ? $0.shows : nil }
        if let shows { people[user]?.hidesReading = CachedPerson.Read(value: !shows, at: now) }
        guard let cached = conversations[id] else { return }
        let hides = shows.map { !$0 } ?? (cached.readers.holds(user) ? false : people[user]?.hidesReading?.value)
        if hides == true { return }
        if hides == false, let moment = cached.feed.message(message)?.createdAt {
            cached.readers.move(Reader(user: user, message: message, sentAt: moment), version: nextVersion())
        } else {
            cached.readers.forget(version: nextVersion())
        }
        if cached.isWatched { readingDue.insert(id) }
    }

    /// Another process tells that somebody has read, or shows no more how far.
    mutating func forgetReaders(of id: ConversationID) {
        guard let cached = conversations[id] else { return }
        cached.readers.forget(version: nextVersion())
        if cached.isWatched { readingDue.insert(id) }
    }

    /// - Returns: the conversations of the person that are kept here.
    mutating func setShowsReading(_ shows: Bool, of user: UserID, now: Timestamp) -> [ConversationID] {
        let person = cachedPerson(user, now)
        person.hidesReading = CachedPerson.Read(value: !shows, at: now)
        let shown = conversations.filter { $0.value.members.contains(user) }.map(\.key)
        for id in shown {
            forgetReaders(of: id)
            invalidatePages(of: person, showing: id)
        }
        return shown
    }

    /// The conversations in which somebody has read and somebody waits to be told; with whom to ask as, where it is not
    /// known how far was read.
    mutating func dueReadings() -> [(conversation: ConversationID, asker: UserID?)] {
        defer { readingDue = [] }
        return readingDue.compactMap { id in
            guard let cached = conversations[id], cached.readers.told != nil else { return nil }
            let asker = cached.watchers.first { people[$0.user]?.hidesReading?.value == false }
            guard let asker else { return nil }
            return (id, cached.readers.known == nil ? asker.user : nil)
        }
    }

    /// Publishes the messages that others have read now than before, each to its author.
    mutating func tellReaders(in id: ConversationID, now: Timestamp) -> [Publication] {
        guard let cached = conversations[id], let news = cached.readers.takeNews() else { return [] }
        let authors = Set(cached.watchers.map(\.user)).filter { people[$0]?.hidesReading?.value == false }
        let messages = cached.feed.messages
        // By index: a copy of each message would be most of the work.
        return messages.indices.flatMap { index -> [Publication] in
            guard let sender = messages[index].sender, authors.contains(sender),
                news.concerns(messages[index].createdAt, of: sender)
            else { return [] }
            let previous = index > 0 ? messages[index - 1] : nil
            return send(.feed(.changed(messages[index], previous: previous)), to: sender, in: id, now: now)
        }
    }
}
