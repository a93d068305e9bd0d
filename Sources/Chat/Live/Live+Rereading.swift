public import Chat

// Changes that were made past this cache: by a command of the operator, or to a person as a whole.
extension Live {
    /// Reads again what is cached of some conversations, and publishes what is different. Before a backend that is asked
    /// again anyway, nothing is done.
    /// - Returns: those that could not be read.
    @discardableResult
    public func reread(_ conversations: [ConversationID]) async -> [ConversationID] {
        guard policy == .authoritative else { return [] }
        let cached = withState { state, now in
            state.forgetDerived(of: conversations, now: now)
            return conversations.compactMap { id in
                state.conversations[id]?.members.first.map { (id: id, reader: $0) }
            }
        }
        var unread: [ConversationID] = []
        for (id, reader) in cached where !(await readAfterChange(of: id, as: reader)) { unread.append(id) }
        return unread
    }

    /// The same for all that is cached.
    public func rereadEverything() async {
        await reread(withState { state, _ in Array(state.conversations.keys) })
    }
}

extension LiveState {
    /// Forgets what was counted and listed of messages, by whomever: a bookmark may be of a conversation that is not
    /// cached, and shows a message that may be deleted now.
    fileprivate mutating func forgetDerived(of conversations: [ConversationID], now: Timestamp) {
        for person in people.values {
            for id in conversations where person.positions[id] != nil {
                person.positions[id] = nil
                invalidatePages(of: person, showing: id)
            }
            guard person.bookmarks != nil else { continue }
            person.bookmarks = nil
            person.bookmarksVersion = nextVersion()
        }
    }
}
