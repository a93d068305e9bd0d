import Chat

extension LiveState {
    /// Publishes to the members of a conversation what happened in it.
    mutating func publish(_ changes: [FeedChange], in id: ConversationID, now: Timestamp) -> [Publication] {
        guard !changes.isEmpty, let cached = conversations[id] else { return [] }
        let version = nextVersion()
        cached.version = version
        cached.lastActivity = now
        let members = cachedMembers(of: cached)
        let subscribers = members.flatMap(\.subscribers)
        let publications = changes.compactMap { change -> Publication? in
            let event = nextEvent()
            cached.journal.append(RecordedChange(change), id: event, at: now)
            if case .posted(let message, _) = change {
                if let sender = message.sender { cached.typing[sender] = nil }
                for member in members { member.positions[id]?.value.countPosted() }
            }
            if case .deleted = change { forgetCounts(of: members, in: id) }
            guard !subscribers.isEmpty else { return nil }
            return Publication(
                event: LiveEvent(id: event, conversation: id, kind: .feed(change)), subscribers: subscribers)
        }
        for member in members { member.listVersion = version }
        return publications
    }

    /// The members of whom something is cached. In a large conversation these are few.
    private func cachedMembers(of cached: CachedConversation) -> [CachedPerson] {
        guard people.count < cached.members.count else { return cached.members.compactMap { people[$0] } }
        return people.compactMap { cached.members.contains($0.key) ? $0.value : nil }
    }

    /// Something happened in a conversation of which no messages are cached, and what it was is not known any more: its members
    /// are told to read again, and so is who was away meanwhile.
    mutating func loseTrack(of id: ConversationID, now: Timestamp) -> [Publication] {
        guard let cached = conversations[id], !cached.feed.isLoaded else { return [] }
        cached.journal = Journal(after: lastEvent, at: now)
        return cached.members.filter { people[$0] != nil }.flatMap { send(.refresh, to: $0, in: id, now: now) }
    }

    /// Changes a conversation's messages where it is cached, and publishes that.
    mutating func change(
        _ id: ConversationID, now: Timestamp, _ body: (inout ConversationFeed) -> [FeedChange]
    ) -> [Publication] {
        guard let cached = conversations[id] else { return [] }
        return publish(body(&cached.feed), in: id, now: now)
    }

    /// A message looks different now. Where it is too old to be cached, only pages are made anew.
    mutating func showAgain(_ message: MessageID, in id: ConversationID, now: Timestamp) -> [Publication] {
        conversations[id]?.version = nextVersion()
        return change(id, now: now) { feed in
            feed.messageAndPrevious(message).map { [.changed($0.message, previous: $0.previous)] } ?? []
        }
    }

    /// The text of a message was changed, whether it is cached or not. Bookmarks of it are read again.
    mutating func edit(_ message: Message, now: Timestamp) -> [Publication] {
        let id = message.conversation
        guard let cached = conversations[id] else { return [] }
        cached.version = nextVersion()
        for person in cachedMembers(of: cached)
        where person.bookmarks?.value.contains(where: { $0.message == message.id }) == true {
            person.bookmarks = nil
            person.bookmarksVersion = nextVersion()
        }
        return change(id, now: now) { $0.edit(message) }
            + showText(message.text, of: message.id, in: id, now: now)
    }

    /// A message was deleted here, whether it is cached or not.
    mutating func delete(_ message: MessageID, in id: ConversationID, now: Timestamp) -> [Publication] {
        if let cached = conversations[id] { forgetCounts(of: cachedMembers(of: cached), in: id) }
        // A read may have told it before.
        let isTold = conversations[id]?.journal.contains { $0 == .deleted(message) } ?? false
        return change(id, now: now) { feed in
            let changes = feed.delete(message)
            return isTold ? [] : changes
        } + showText(nil, of: message, in: id, now: now)
    }

    /// What the backend counted may hold what is deleted now.
    private func forgetCounts(of people: [CachedPerson], in id: ConversationID) {
        for person in people {
            guard case .behind = person.positions[id]?.value else { continue }
            person.positions[id] = nil
        }
    }

    /// Tells a person that they are a member of a conversation of which they were none.
    mutating func join(_ user: UserID, _ id: ConversationID, _ now: Timestamp) -> [Publication] {
        let person = cachedPerson(user, now)
        person.membershipsVersion = nextVersion()
        person.left.remove(id)
        if person.list?.value.contains(id) == false { person.list?.value.insert(id, at: 0) }
        return send(.joined, to: user, in: id, now: now)
    }

    /// The same for those of `users` who are members as far as it is known here, and whose list does not say so. Where it is
    /// not known, their lists have to be read.
    mutating func joinUnlisted(_ users: [UserID], _ id: ConversationID, now: Timestamp) -> [Publication] {
        let members = conversations[id]?.members
        return users.flatMap { user -> [Publication] in
            let isMember = people[user]?.isMember(of: id)
            if let members {
                return members.contains(user) && isMember != true ? join(user, id, now) : []
            }
            refuseReadsUnderWay(ofListOf: user)
            guard isMember == false else { return [] }
            people[user]?.list = nil
            return send(.refresh, to: user, in: id, now: now)
        }
    }

    /// Tells a person that they are no member any more; nothing more of the conversation is published to them.
    mutating func leave(_ user: UserID, _ id: ConversationID, _ now: Timestamp) -> [Publication] {
        conversations[id]?.watchers.removeAll { $0.user == user }
        conversations[id]?.typing[user] = nil
        markUnconfirmed(user)
        let person = cachedPerson(user, now)
        person.membershipsVersion = nextVersion()
        if conversations[id]?.conversation?.thread != nil {
            // Nobody is shown the threads that they have left.
            person.list?.value.removeAll { $0 == id }
        } else if person.list?.value.contains(id) == true {
            person.left.insert(id)
        }
        person.positions[id] = nil
        return send(.gone, to: user, in: id, now: now)
    }

    /// A member was removed here: nothing more is published to them, even if the members can't be read again.
    mutating func remove(_ user: UserID, from id: ConversationID, now: Timestamp) -> [Publication] {
        // What is on its way may have them as a member, and be read for the first time.
        refuseReadsUnderWay(ofMembersOf: id)
        refuseReadsUnderWay(ofListOf: user)
        let cached = conversation(id, of: user)
        cached?.drop(user, version: nextVersion(), now: now)
        let ofThreads = leaveThreads(of: id, user, now)
        guard cached != nil || people[user]?.isMember(of: id) == true else { return ofThreads }
        return leave(user, id, now) + ofThreads
    }

    /// Publishes to one person something of theirs, on all their devices.
    mutating func send(_ kind: LiveEvent.Kind, to user: UserID, in id: ConversationID, now: Timestamp) -> [Publication]
    {
        let event = LiveEvent(id: nextEvent(), conversation: id, kind: kind)
        let person = cachedPerson(user, now)
        invalidatePages(of: person, showing: id)
        if let number = event.id {
            person.journal.append(event, id: number, at: now) { earlier in
                if case .read = kind, case .read = earlier.kind { return earlier.conversation == id }
                return false
            }
        }
        return person.isOnline ? [Publication(event: event, subscribers: person.subscribers)] : []
    }

    /// What only this person sees of a conversation has changed.
    mutating func invalidatePages(of person: CachedPerson, showing id: ConversationID) {
        let version = nextVersion()
        person.listVersion = version
        person.pageVersions[id] = version
    }

    /// With what is needed to show it.
    func completed(_ publication: Publication) -> Publication {
        var complete = publication
        complete.currentUntil = currentUntil
        guard let id = publication.event.conversation, let cached = conversations[id] else { return complete }
        complete.conversation = cached.conversation
        guard let message = publication.event.message else { return complete }
        complete.original = message.replyTo.flatMap { cached.feed.message($0) }
        if let sender = message.sender, people[sender]?.hidesReading?.value == false {
            complete.readers = cached.readers.known?.value
        }
        return complete
    }
}
