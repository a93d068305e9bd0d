public import Chat
public import ChatRecords

/// Where several processes use one store, each takes in what the others change, as if it had been made here.
extension Live: StoredChangeReceiver {
    public func kept(of streams: Set<ChangeStream>) -> Set<ChangeStream> {
        withState { state, _ in
            streams.filter { stream in
                switch stream {
                case .conversation(let id): state.conversations[id] != nil
                case .person(let id): state.people[id] != nil
                }
            }
        }
    }

    public func noteOutage() { withState { state, now in state.noteOutage(now) } }

    public func noteAnswer(currentAsOf age: Duration?) {
        withState { state, now in
            state.noteAnswer()
            if let age { state.noteCurrent(until: now.adding(.zero - age)) }
        }
    }

    public func take(_ changes: [StoredChange]) async throws(ChatError) {
        // Who takes part comes first: by somebody who was removed meanwhile nothing can be read.
        try await readAgain(Set(changes.compactMap { if case .members(let id) = $0 { id } else { nil } }))
        let messages = try await messagesToTake(from: changes)
        for change in changes { try await take(change, messages) }
        try await takeMarks(from: changes)
    }

    /// The messages that were posted or reacted to, as far as somebody here has to see them, each conversation's read at once.
    private func messagesToTake(from changes: [StoredChange]) async throws(ChatError) -> [MessageID: Message] {
        var wanted: [ConversationID: Set<MessageID>] = [:]
        for change in changes {
            switch change {
            case .posted(let message, in: let id) where !isCached(message, in: id):
                wanted[id, default: []].insert(message)
            case .reacted(let message, in: let id) where isCached(message, in: id),
                .edited(let message, in: let id) where isCached(message, in: id):
                wanted[id, default: []].insert(message)
            default: break
            }
        }
        var messages: [MessageID: Message] = [:]
        for (id, ids) in wanted {
            guard let reader = anyMember(of: id) else { continue }
            messages.merge(try await upstream.messages.find(ids, in: id, as: reader)) { $1 }
        }
        return messages
    }

    private func take(_ change: StoredChange, _ messages: [MessageID: Message]) async throws(ChatError) {
        switch change {
        case .posted(let id, in: _): if let message = messages[id] { post(message) }
        case .deleted(let id, in: let conversation):
            update { state, now in state.delete(id, in: conversation, now: now) }
        case .reacted(let id, in: let conversation):
            guard let message = messages[id] else { return }
            update { state, now in
                state.change(conversation, now: now) { $0.set(message.reactions, message.thread, of: id) }
            }
        case .edited(let id, in: _):
            guard let message = messages[id] else { return }
            update { state, now in state.edit(message, now: now) }
        // Taken before and after all others.
        case .members, .read: break
        case .membership(let user, in: let id): try await takeMembership(of: user, in: id)
        case .bookmarks(let user):
            withState { state, _ in
                guard let person = state.people[user] else { return }
                person.bookmarks = nil
                person.bookmarksVersion = state.nextVersion()
            }
        case .beginning(of: .conversation(let id)):
            try await takeUnloaded(id)
            try await readAgain([id])
        case .beginning(of: .person(let user)): try await takeSinceKept(user)
        case .anything(.conversation(let id)):
            update { state, now in state.loseTrack(of: id, now: now) }
            try await readAgain([id])
        case .anything(.person(let user)): try await reread(user)
        case .everything:
            try await readAgain(withState { state, _ in Set(state.conversations.keys) })
            for user in withState({ state, _ in Array(state.people.keys) }) { try await reread(user) }
        }
    }

    /// Takes in what has changed in a conversation since it is kept here, where none of its messages were read yet: then no
    /// later read tells what is new.
    private func takeUnloaded(_ id: ConversationID) async throws(ChatError) {
        let since = withState { state, _ -> Timestamp? in
            guard let cached = state.conversations[id], !cached.feed.isLoaded else { return nil }
            return cached.journal.floorMoment.adding(.zero - LiveState.positionOverlap)
        }
        guard let since else { return }
        let stream = ChangeStream.conversation(id)
        guard let known = try await history?.changes(of: [stream], since: since) else {
            return update { state, now in state.loseTrack(of: id, now: now) }
        }
        let changes = known[stream] ?? []
        let messages = try await messagesToTake(from: changes).filter { $0.value.createdAt >= since }
        for change in changes { try await take(change, messages) }
    }

    /// Takes in what has changed for a person since anything of theirs is kept here.
    private func takeSinceKept(_ user: UserID) async throws(ChatError) {
        let since = withState { state, _ in
            state.people[user]?.journal.floorMoment.adding(.zero - LiveState.positionOverlap)
        }
        guard let since else { return }
        let stream = ChangeStream.person(user)
        guard let known = try await history?.changes(of: [stream], since: since) else { return try await reread(user) }
        let changes = known[stream] ?? []
        for change in changes { try await take(change, [:]) }
        try await takeMarks(from: changes)
    }

    /// Asks how much is unread where a person has read on elsewhere: of several marks the last one in the database counts,
    /// and one that was set here is among them, too.
    private func takeMarks(from changes: [StoredChange]) async throws(ChatError) {
        var last: [UserID: [ConversationID: MessageID]] = [:]
        for case .read(let message, in: let id, by: let user) in changes { last[user, default: [:]][id] = message }
        for (user, marks) in last {
            for (id, message) in marks { try await takeMark(message, in: id, by: user) }
        }
    }

    private func takeMark(
        _ message: MessageID, in id: ConversationID, by user: UserID
    ) async throws(ChatError) {
        for _ in 0..<Self.countReads {
            let (position, versions) = withState { state, _ in
                (state.people[user]?.positions[id]?.value, state.unreadVersions(in: id, for: user))
            }
            guard let versions, withState({ state, _ in state.people[user] != nil }) else { return }
            if case .after(_, message) = position { return }
            guard position != nil else {
                return update { state, now in
                    state.mark(message, in: id, by: user, begun: state.beginMark(in: id, by: user), now: now)
                }
            }
            let count = try await readUnreadCount(in: id, for: user)
            let isTaken = update { state, now -> (Bool, [Publication]) in
                guard state.canTakeUnread(in: id, of: user, since: versions) else { return (false, []) }
                return (true, state.takeUnread(count, in: id, of: user, since: versions, now: now))
            }
            if isTaken { return }
        }
        update { state, now in
            state.people[user]?.positions[id] = nil
            return state.send(.refresh, to: user, in: id, now: now)
        }
    }

    /// How often it is asked how much is unread where something has changed meanwhile.
    private static var countReads: Int { 3 }

    /// A conversation that is kept here is read again by the change of its members.
    private func takeMembership(of user: UserID, in id: ConversationID) async throws(ChatError) {
        guard withState({ state, _ in state.people[user]?.list != nil && state.conversations[id] == nil }) else {
            return
        }
        _ = try await readConversation(id, as: user)
    }

    /// Reads conversations again that are kept here, and their newest messages.
    /// - Throws: where one of them could not be read, and so is still as it was.
    private func readAgain(_ ids: Set<ConversationID>) async throws(ChatError) {
        guard !ids.isEmpty else { return }
        // Of which only the messages could not be read, neither: nothing would tell of them again.
        let unread = await reread(Array(ids))
        let isDone = withState { state, _ in
            unread.allSatisfy { id in state.conversations[id].map { $0.conversation == nil } ?? true }
        }
        guard isDone else {
            throw ChatError(.unavailable("a conversation can't be read again"), during: "take changes")
        }
    }

    /// Forgets what is kept of a person; reads their list again where they have a stream open.
    private func reread(_ user: UserID) async throws(ChatError) {
        let isOnline = update { state, now -> (Bool, [Publication]) in
            guard let person = state.people[user] else { return (false, []) }
            for (id, _) in person.positions {
                person.positions[id] = nil
                state.invalidatePages(of: person, showing: id)
            }
            person.bookmarks = nil
            person.bookmarksVersion = state.nextVersion()
            person.listVersion = state.nextVersion()
            guard person.isOnline else {
                person.list = nil
                return (false, [])
            }
            let refresh = LiveEvent(id: nil, conversation: nil, kind: .refresh)
            return (true, [Publication(event: refresh, subscribers: person.subscribers)])
        }
        if isOnline { _ = try await readConversations(of: user) }
    }

    private func isCached(_ message: MessageID, in id: ConversationID) -> Bool {
        withState { state, _ in state.conversations[id]?.feed.message(message) != nil }
    }

    private func anyMember(of id: ConversationID) -> UserID? {
        withState { state, _ in state.conversations[id]?.members.first }
    }
}
