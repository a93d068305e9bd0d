import Chat

/// What seems unread, and a person may have read elsewhere.
struct AssumedUnread: Sendable {
    let conversation: ConversationID
    let position: ReadPosition
    let count: Int
    /// The conversation's. Where something happened since, the backend's count may or may not hold it.
    let version: UInt64
}

/// What decides how many messages of a conversation a person has not read.
struct UnreadVersions: Sendable, Equatable {
    let messages: UInt64
    let mark: UInt64?
}

/// How far a person had read a conversation when a new read mark was sent.
struct MarkStart: Sendable {
    let position: ReadPosition?
    /// Another one after each move of the mark.
    let version: UInt64?
}

extension LiveState {
    /// A read mark is sent to the backend.
    func beginMark(in id: ConversationID, by user: UserID) -> MarkStart {
        MarkStart(position: people[user]?.positions[id]?.value, version: people[user]?.pageVersions[id])
    }

    /// How many messages are behind a person's read mark; `nil` where that must be asked.
    func unreadCount(in id: ConversationID, for user: UserID, atAnyAge: Bool, now: Timestamp) -> Int? {
        guard let cached = conversation(id, of: user), let person = people[user] else { return nil }
        if atAnyAge { return person.positions[id]?.value.count(in: cached.feed) }
        guard isNewestFresh(cached, now: now) else { return nil }
        return position(in: id, of: person, now: now)?.count(in: cached.feed)
    }

    /// How far a person has read a conversation; `nil` where that must be asked.
    func position(in id: ConversationID, of person: CachedPerson, now: Timestamp) -> ReadPosition? {
        guard let read = person.positions[id], isFresh(read.at, limits.personAge, now: now) || person.isOnline
        else { return nil }
        return read.value
    }

    /// Takes a read mark that was set here.
    ///
    /// - Parameter start: what `beginMark` gave. Where they have read further since, in another tab, or it is not known
    ///   how far, it is not known either which of both the backend took last.
    mutating func mark(
        _ message: MessageID, in id: ConversationID, by user: UserID, begun start: MarkStart, now: Timestamp
    ) -> [Publication] {
        let known = people[user]?.positions[id]?.value
        guard let read = conversations[id]?.feed.message(message),
            known != nil || people[user]?.pageVersions[id] == start.version
        else {
            people[user]?.positions[id] = nil
            return send(.refresh, to: user, in: id, now: now)
        }
        if case .after(let moment, _) = known, known != start.position, moment > read.createdAt {
            let person = cachedPerson(user, now)
            person.positions[id] = nil
            invalidatePages(of: person, showing: id)
            return []
        }
        return move(to: .after(read.createdAt, read.id), in: id, by: user, now: now)
    }

    /// Takes a read mark that was set at another process. Of a person of whom nothing is kept here nothing is.
    mutating func hearMark(
        _ message: MessageID, in id: ConversationID, by user: UserID, onlyForward: Bool, now: Timestamp
    ) -> [Publication] {
        guard let person = people[user] else { return [] }
        if onlyForward, case .after(let moment, _) = person.positions[id]?.value,
            let read = conversations[id]?.feed.message(message), moment >= read.createdAt
        {
            return []
        }
        return mark(message, in: id, by: user, begun: beginMark(in: id, by: user), now: now)
    }

    /// Whether a message is not among the cached ones, though these are known.
    func isMissing(_ message: MessageID, in id: ConversationID) -> Bool {
        guard let feed = conversations[id]?.feed, feed.isLoaded else { return false }
        return feed.message(message) == nil
    }

    /// Whether a count of what is unread may be taken: since it was asked for, nothing has changed that it may hold or not.
    func canTakeUnread(in id: ConversationID, of user: UserID, since versions: UnreadVersions) -> Bool {
        // Without the members it would not be known for whom to count what is posted next.
        guard let cached = conversation(id, of: user), cached.feed.isLoaded else { return false }
        return writesUnderWay[id] == nil && unreadVersions(in: id, for: user) == versions
    }

    /// Of what an online person has not read as far as is known, the conversations that were asked for longest ago, at
    /// most `LiveLimits.unreadReadsPerPoll`.
    func unreadToAsk(of user: UserID, now: Timestamp) -> [AssumedUnread] {
        guard let person = people[user], person.isOnline else { return [] }
        var due: [(unread: AssumedUnread, at: Timestamp)] = []
        for (id, read) in person.positions {
            // A clock that was set back must not stop the asking.
            guard let cached = conversation(id, of: user), cached.feed.isLoaded,
                now >= read.at.adding(pace.person / 2) || now < read.at
            else { continue }
            let count = read.value.count(in: cached.feed)
            guard count > 0 else { continue }
            due.append(
                (
                    AssumedUnread(conversation: id, position: read.value, count: count, version: cached.version),
                    read.at
                ))
        }
        return due.sorted { $0.at < $1.at }.prefix(limits.unreadReadsPerPoll).map(\.unread)
    }

    /// What changes with each message and each move of the person's mark; `nil` where nothing is cached.
    func unreadVersions(in id: ConversationID, for user: UserID) -> UnreadVersions? {
        conversations[id].map { UnreadVersions(messages: $0.version, mark: people[user]?.pageVersions[id]) }
    }

    /// Takes the backend's count where it was not known, or too old.
    ///
    /// - Parameter versions: those when the count was asked for. If something changed meanwhile, the count may or may not
    ///   include it: the next count is used.
    mutating func takeUnread(
        _ count: Int, in id: ConversationID, of user: UserID, since versions: UnreadVersions, now: Timestamp
    ) -> [Publication] {
        guard canTakeUnread(in: id, of: user, since: versions), let cached = conversations[id] else { return [] }
        let position = ReadPosition(behind: count, in: cached.feed)
        let known = people[user]?.positions[id]?.value
        // Lists made before show another count.
        if let known, known != position { return move(to: position, in: id, by: user, now: now) }
        cachedPerson(user, now).positions[id] = CachedPerson.KnownPosition(value: position, at: now)
        return []
    }

    /// Takes the backend's count of what is behind a person's mark.
    ///
    /// More than was assumed is not taken, for backends count what was deleted, too.
    mutating func takeUnread(_ count: Int, of user: UserID, assumed: AssumedUnread, now: Timestamp) -> [Publication] {
        let id = assumed.conversation
        guard let cached = conversations[id], cached.version == assumed.version, writesUnderWay[id] == nil,
            people[user]?.positions[id]?.value == assumed.position
        else { return [] }
        people[user]?.positions[id] = CachedPerson.KnownPosition(value: assumed.position, at: now)
        guard count < assumed.count else { return [] }
        return move(to: ReadPosition(behind: count, in: cached.feed), in: id, by: user, now: now)
    }

    /// A person has read so far, which is published on all their devices.
    private mutating func move(
        to position: ReadPosition, in id: ConversationID, by user: UserID, now: Timestamp
    ) -> [Publication] {
        guard let cached = conversations[id], people[user]?.positions[id]?.value != position else { return [] }
        let feed = cached.feed
        cachedPerson(user, now).positions[id] = CachedPerson.KnownPosition(value: position, at: now)
        let unread = feed.messages.suffix(position.count(in: feed)).filter { $0.sender.map { $0 != user } ?? false }
        let mentions = unread.count { message in
            message.text.map { cached.conversation?.mentions(user, in: $0) ?? false } ?? false
        }
        return send(.read(count: unread.count, mentions: mentions, isMore: false), to: user, in: id, now: now)
    }
}
