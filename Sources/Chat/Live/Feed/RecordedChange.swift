import Chat

/// What happened in a conversation, as its journal keeps it: messages by their ids, because the feed has them.
enum RecordedChange: Sendable, Equatable {
    case posted(MessageID)
    case changed(MessageID)
    case deleted(MessageID)
    case conversation
    case replaced

    init(_ change: FeedChange) {
        self =
            switch change {
            case .posted(let message, _): .posted(message.id)
            case .changed(let message, _): .changed(message.id)
            case .deleted(let id): .deleted(id)
            case .conversation: .conversation
            case .replaced: .replaced
            }
    }
}

extension CachedConversation {
    /// What was published after `event`, in order, with messages as they are now; `nil` where some of it is not here any
    /// more. Messages that were deleted since are left out, and their deletion is not.
    func changes(after event: EventID) -> [(id: EventID, change: FeedChange)]? {
        journal.since(event).flatMap { changes(of: $0) }
    }

    /// The same for some entries of the journal, or for what would be its entries.
    func changes(of recorded: [(id: EventID, entry: RecordedChange)]) -> [(id: EventID, change: FeedChange)]? {
        var deleted: Set<MessageID> = []
        // What a browser does not have yet at an entry, for it is posted by a later one.
        var unposted: Set<MessageID> = []
        for (_, entry) in recorded {
            if case .deleted(let id) = entry { deleted.insert(id) }
            if case .posted(let id) = entry { unposted.insert(id) }
        }
        var changes: [(id: EventID, change: FeedChange)] = []
        changes.reserveCapacity(recorded.count)
        for (event, entry) in recorded {
            switch entry {
            case .posted(let id), .changed(let id):
                unposted.remove(id)
                guard let (message, previous) = feed.messageAndPrevious(id, skipping: unposted) else {
                    guard deleted.contains(id) else { return nil }
                    continue
                }
                let isNew = entry == .posted(id)
                changes.append(
                    (event, isNew ? .posted(message, previous: previous) : .changed(message, previous: previous)))
            case .deleted(let id): changes.append((event, .deleted(id)))
            case .conversation: if let conversation { changes.append((event, .conversation(conversation))) }
            case .replaced: changes.append((event, .replaced))
            }
        }
        return changes
    }
}
