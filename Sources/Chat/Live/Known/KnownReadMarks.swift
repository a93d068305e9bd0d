import Chat

/// The read marks, read from the backend each time; changes are told.
struct ObservedReadMarks: ReadMarkRepository {
    let live: Live

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        let mark = try await live.upstream.readMarks.mark(message, asReadIn: conversation, by: user)
        live.update { hub, now in hub.mark(mark.lastRead, in: conversation, by: user, now: now) }
        return mark
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        try await live.noting { () async throws(ChatError) in
            try await live.upstream.readMarks.unreadCount(in: conversation, for: user)
        }
    }
}

/// The read marks, as they are known: counted here after one first read.
struct KnownReadMarks: ReadMarkRepository {
    let live: Live

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        try await ObservedReadMarks(live: live).mark(message, asReadIn: conversation, by: user)
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        let known = live.know { $0.unreadCount(in: conversation, for: user, now: $1) }
        if let known { return known }
        let version = live.know { hub, _ in hub.feeds[conversation]?.version }
        do throws(ChatError) {
            let count = try await ObservedReadMarks(live: live).unreadCount(in: conversation, for: user)
            live.know { hub, now in
                // Where something happened meanwhile, the count may or may not hold it: the next one is taken.
                guard let state = hub.feeds[conversation], state.version == version, state.feed.isLoaded else { return }
                let position = ReadPosition(behind: count, in: state.feed)
                hub.withPerson(user, now) { $0.positions[conversation] = PersonState.Read(value: position, at: now) }
            }
            return count
        } catch {
            let last = live.know { hub, _ in
                hub.feeds[conversation].flatMap { state in
                    hub.people[user]?.positions[conversation]?.value.count(in: state.feed)
                }
            }
            guard error.isOutage, let last else { throw error }
            return last
        }
    }
}
