import Chat

// What backends answered, and how long it may be shown.
extension LiveState {
    /// Whether what was read at `moment` may be shown without asking.
    func isFresh(_ moment: Timestamp?, _ maximumAge: Duration, now: Timestamp) -> Bool {
        policy.isFresh(moment, maximumAge: maximumAge, now: now)
    }

    /// Whether a page of messages may be shown.
    func isPageFresh(_ cached: CachedConversation, _ maximumAge: Duration? = nil, now: Timestamp) -> Bool {
        cached.feed.isLoaded && isFresh(cached.pageReadAt, maximumAge ?? limits.pageAge, now: now)
    }

    /// Whether the newest messages may be shown in a list, and counted.
    func isNewestFresh(_ cached: CachedConversation, now: Timestamp) -> Bool {
        cached.feed.isLoaded && isFresh(cached.newestReadAt, limits.newestAge, now: now)
    }

    /// Whether the members may be shown: as long as the messages, for joining and leaving posts one.
    func isConversationFresh(_ cached: CachedConversation, now: Timestamp) -> Bool {
        cached.conversation != nil && cached.conversationReadAt != nil
            && (isFresh(cached.conversationReadAt, limits.pageAge, now: now)
                || ((cached.isWatched || canConfirmMembers(of: cached, now: now)) && isPageFresh(cached, now: now)))
    }

    /// Whether the newest messages, when they are read, tell whether the members are still the same.
    func canConfirmMembers(of cached: CachedConversation, now: Timestamp) -> Bool {
        cached.conversation != nil && cached.feed.isLoaded
            && isFresh(cached.conversationReadAt, limits.confirmedMembersAge, now: now)
    }

    /// A person's conversations; `nil` where one of them was evicted.
    func list(of person: CachedPerson) -> [Conversation]? {
        guard let ids = person.list?.value else { return nil }
        var list: [Conversation] = []
        list.reserveCapacity(ids.count)
        for id in ids {
            guard let conversation = conversations[id]?.conversation else { return nil }
            list.append(conversation)
        }
        return list
    }

    /// A read of a person's list or of a conversation's members begins; returns its number.
    mutating func beginRead() -> UInt64 { nextVersion() }

    /// A read of a person's list begins. Who is read now is not the next to be evicted.
    mutating func beginRead(ofListOf user: UserID, now: Timestamp) -> UInt64 {
        cachedPerson(user, now).lastUse = now
        return beginRead()
    }

    /// Whether nothing has changed the members since a read of them began.
    ///
    /// - Parameter start: what `beginRead` gave.
    func areMembersCurrent(of id: ConversationID, begun start: UInt64) -> Bool {
        start >= conversations[id]?.membersVersion ?? uncachedMembersVersion
    }

    /// Takes what a read of a conversation brought. What changed since the read began counts more.
    ///
    /// - Parameter start: what `beginRead` gave.
    mutating func take(_ conversation: Conversation, begun start: UInt64, now: Timestamp) -> [Publication] {
        let id = conversation.id
        guard areMembersCurrent(of: id, begun: start) else { return [] }
        let cached = cachedConversation(id, now)
        let (known, before) = (cached.conversation, cached.members)
        // Each of its members reads it; an equal one changes nothing.
        let isSame = known == conversation
        if !isSame {
            cached.conversation = conversation
            noteThread(conversation)
            // Some of them may have left.
            cached.readers.forget(version: nextVersion())
        }
        cached.conversationReadAt = now
        cached.lastUse = now
        cached.membersVersion = start
        let members = cached.members
        guard known != nil else {
            cached.version = nextVersion()
            // Whose own list was read without it: it is new to them.
            return members.filter { people[$0]?.isMember(of: id) == false }.flatMap { join($0, id, now) }
        }
        guard !isSame else { return [] }
        var publications = members.subtracting(before).flatMap { join($0, id, now) }
        for former in before.subtracting(members) {
            publications += leave(former, id, now) + leaveThreads(of: id, former, now)
        }
        if known?.name != conversation.name { publications += renameThreads(of: conversation, now: now) }
        return publications + publish([.conversation(conversation)], in: id, now: now)
    }

    /// Takes what a read of a person's list brought.
    ///
    /// - Parameters:
    ///   - read: the conversations of the list; those that were cached when it was read may be left out.
    ///   - start: what `beginRead` gave.
    /// - Returns: whether the list was still right; where not, it has to be read again.
    mutating func take(
        _ list: [ConversationID], read: [Conversation], of user: UserID, begun start: UInt64, now: Timestamp
    ) -> (isCurrent: Bool, publications: [Publication]) {
        let wereRead = Set(read.map(\.id))
        let isCurrent =
            start >= people[user]?.membershipsVersion ?? uncachedMembershipsVersion
            && list.allSatisfy { id in
                conversations[id]?.conversation != nil
                    || (wereRead.contains(id) && areMembersCurrent(of: id, begun: start))
            }
        var publications = read.flatMap { take($0, begun: start, now: now) }
        guard isCurrent else { return (false, publications) }
        if policy != .authoritative, !read.contains(where: { $0.participants.contains { $0.user.id == user } }) {
            markUnconfirmed(user)
        }
        let active = Set(list.filter { conversation($0, of: user) != nil })
        if let before = people[user]?.memberships {
            publications += active.subtracting(before).flatMap { join(user, $0, now) }
            for id in before.subtracting(active) {
                conversations[id]?.drop(user, version: start, now: now)
                publications += leave(user, id, now)
            }
        }
        let person = cachedPerson(user, now)
        person.list = CachedPerson.Read(value: list, at: now)
        person.left = Set(list).subtracting(active)
        person.positions.reserveCapacity(active.count)
        person.membershipsVersion = nextVersion()
        return (true, publications)
    }

    /// Whether messages tell that others are members than those that are cached.
    func bringsMembers(_ messages: [Message], in id: ConversationID) -> Bool {
        guard let cached = conversations[id], cached.conversation != nil else { return false }
        guard !cached.feed.isLoaded else {
            return messages.contains { $0.sender == nil && cached.feed.message($0.id) == nil }
        }
        // The first messages may be newer than the members. The last that is told of each person counts.
        var told: Set<UserID> = []
        return messages.contains { message in
            switch message.content {
            case .joined(let user?): told.insert(user).inserted && !cached.members.contains(user)
            case .left(let user?): told.insert(user).inserted && cached.members.contains(user)
            case .text, .joined(nil), .left(nil), .changed, .other: false
            }
        }
    }

    /// Takes what a read of the newest messages brought.
    mutating func take(
        _ messages: [Message], of id: ConversationID, limit: Int, start: ConversationFeed.ReadStart, isWidest: Bool,
        now: Timestamp
    ) -> (outcome: ConversationFeed.Outcome, publications: [Publication]) {
        let cached = cachedConversation(id, now)
        let outcome = cached.feed.take(messages, limit: limit, start: start, isWidest: isWidest)
        guard case .changes(let changes) = outcome else { return (outcome, []) }
        cached.newestReadAt = now
        // A shorter read says nothing of the messages before it.
        if limit >= MessageHistory.pageSize || messages.count < limit { cached.pageReadAt = now }
        if cached.version == 0 { cached.version = nextVersion() }
        return (outcome, publish(changes, in: id, now: now))
    }
}
