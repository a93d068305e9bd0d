import Chat
import ChatRecords

// A stream that comes from another process goes on here.
extension Live {
    /// Takes in what another process has told a browser, so that a page which is loaded here shows it, too.
    ///
    /// - Returns: `last`; without its moment where that can't be known: then the browser reads again what it shows.
    func caughtUp(_ user: UserID, with last: StreamPosition?) async -> StreamPosition? {
        guard let last, !last.told.isEmpty else { return last }
        do {
            try await catchUp(user, with: last, in: nil)
            return last
        } catch {
            return StreamPosition(last.event)
        }
    }

    /// Reads what has changed since a position at another process, as far as it is in no journal here; `nil` where the browser
    /// does not come from one, or not all is known.
    func changesElsewhere(of user: UserID, since last: StreamPosition?) async -> ChangesElsewhere? {
        guard let history, let last, let position = last.moment else { return nil }
        let moment = position.adding(.zero - LiveState.positionOverlap)
        let unknown = withState { state, _ in
            last.event.isOfSameRun(as: state.lastEvent) ? nil : state.unknownStreams(of: user, since: moment)
        }
        guard let (conversations, isOwn) = unknown else { return nil }
        let streams = conversations.map { ChangeStream.conversation($0) } + (isOwn ? [.person(user)] : [])
        guard !streams.isEmpty else { return ChangesElsewhere(reads: [:]) }
        // Where it fails, the browser reads again what it shows.
        guard let changes = try? await history.changes(of: streams, since: moment) else { return nil }
        var elsewhere = ChangesElsewhere()
        for id in conversations {
            elsewhere.conversations[id] = (changes[.conversation(id)] ?? []).compactMap { RecordedChange($0) }
        }
        if isOwn { elsewhere.reads = await reads(by: user, in: changes[.person(user)] ?? []) }
        return elsewhere
    }

    /// How the read marks stand that a person has moved; `nil` where more of theirs has changed.
    private func reads(by user: UserID, in changes: [StoredChange]) async -> [ConversationID: LiveEvent.Kind]? {
        var reads: [ConversationID: LiveEvent.Kind] = [:]
        for change in changes {
            switch change {
            case .read(_, let id, _):
                guard reads[id] == nil else { continue }
                guard let conversation = withState({ state, _ in state.conversation(id, of: user)?.conversation }),
                    let unread = try? await UnreadCounter(repositories).unread(in: conversation, for: user)
                else { return nil }
                reads[id] = .read(count: unread.count, mentions: unread.mentions, isMore: unread.isMore)
            case .bookmarks: continue
            default: return nil
            }
        }
        return reads
    }
}

extension RecordedChange {
    /// `nil` for what is no change of what a conversation shows.
    fileprivate init?(_ change: StoredChange) {
        switch change {
        case .posted(let id, _): self = .posted(id)
        case .edited(let id, _), .reacted(let id, _): self = .changed(id)
        case .deleted(let id, _): self = .deleted(id)
        case .members: self = .conversation
        case .membership, .read, .bookmarks, .beginning, .anything, .everything: return nil
        }
    }
}
