import Chat

/// How far others have read: asked once, and then moved with the marks that are set.
struct CachedReceipts: ReadReceipts {
    let live: Live
    let policy: CachePolicy

    var isThere: Bool { live.upstream.receipts.isThere }

    func readers(of conversation: ConversationID, as user: UserID) async throws(ChatError) -> [Reader]? {
        guard isThere else { return nil }
        let known = live.withState { state, now -> KnownReaders? in
            guard policy != .alwaysAsk, state.conversation(conversation, of: user) != nil else { return nil }
            return state.readers(of: conversation, for: user, maximumAge: live.receiptsAge, now: now)
        }
        switch known {
        case .hidden: return nil
        case .shown(let readers): return readers
        case nil: return try await live.readReaders(of: conversation, as: user)
        }
    }

    func showsReading(_ user: UserID) async throws(ChatError) -> Bool {
        try await live.upstream.receipts.showsReading(user)
    }

    func setShowsReading(_ shows: Bool, of user: UserID) async throws(ChatError) {
        try await live.upstream.receipts.setShowsReading(shows, of: user)
        let conversations = live.withState { state, now in state.setShowsReading(shows, of: user, now: now) }
        for conversation in conversations { live.tellOthers(.readers(in: conversation)) }
    }
}

extension Live {
    /// How long what is known may be shown, where others set marks, too: `nil` where all pass through this process.
    var receiptsAge: Duration? { isAuthoritative && history == nil ? nil : limits.personAge }

    func readReaders(of id: ConversationID, as user: UserID) async throws(ChatError) -> [Reader]? {
        let start = withState { state, _ in state.beginRead(ofReadersOf: id, as: user) }
        let readers = try await upstream.receipts.readers(of: id, as: user)
        withState { state, now in state.take(readers, of: id, as: user, begun: start, now: now) }
        return readers
    }

    /// A person has read up to a message: whoever wrote what they have read now is told with the next tick.
    func noteReading(by user: UserID, upTo message: MessageID, in id: ConversationID) async {
        guard upstream.receipts.isThere else { return }
        tellOthers(.reader(user, in: id, upTo: message))
        let (isAsked, knownAt) = withState { state, now in
            (
                state.needsToKnowWhetherShown(user, in: id, maximumAge: receiptsAge, now: now),
                state.people[user]?.hidesReading?.at
            )
        }
        // Where it can't be asked, what is known of the conversation is asked for again.
        let shows = isAsked ? try? await upstream.receipts.showsReading(user) : nil
        let asked = shows.map { AskedReceipts(shows: $0, knownAt: knownAt) }
        withState { state, now in state.noteReading(by: user, upTo: message, in: id, asked: asked, now: now) }
    }

    /// Tells how far was read, where somebody waits for it: one conversation after the other, so that messages that are
    /// sent meanwhile need not wait for all.
    func tellReaders(within time: Duration) async {
        let due = withState { state, _ in state.dueReadings() }
        for reading in due {
            if let asker = reading.asker {
                // Where the backend does not answer, the next mark asks again.
                _ = try? await readReaders(of: reading.conversation, as: asker)
            }
            update { state, now in state.tellReaders(in: reading.conversation, now: now) }
            // Ends early where the task is cancelled; then the rest is told at once.
            try? await Task.sleep(for: time / due.count)
        }
    }
}
