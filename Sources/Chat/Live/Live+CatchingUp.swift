import Concurrency
public import Chat
public import ChatRecords
import Synchronization

// What a browser loads again because another process has told it to, or has told it of changes that this process may not
// have heard of yet: the page must not show less than was told.
extension Live {
    /// - Parameter takeIn: takes in what other processes have changed in some streams up to now; throws where it can't.
    public func connect(catchingUp takeIn: @escaping @Sendable (Set<ChangeStream>) async throws -> Void) {
        neighbours.withLock { $0.takeIn = takeIn }
    }

    /// Whether other processes use the same store, or are before the same backend.
    public var hasNeighbours: Bool { sharing != nil || neighbours.withLock { $0.takeIn != nil } }

    /// Makes what a person is about to see as current as what another process has told their browser.
    ///
    /// - Parameters:
    ///   - last: the newest event that the browser has got.
    ///   - conversation: what is about to be seen; `nil` for the list.
    /// - Throws: where it can't be known.
    public func catchUp(
        _ user: UserID, with last: StreamPosition, in conversation: ConversationID?
    ) async throws(ChatError) {
        let memberships = withState { state, _ in
            last.event.isOfSameRun(as: state.lastEvent) ? nil : state.people[user]?.memberships ?? []
        }
        guard let memberships else { return }
        try await rethrowing("catch up") {
            if let takeIn = neighbours.withLock({ $0.takeIn }) {
                let conversations = conversation.map { [$0] } ?? memberships
                try await takeIn(Set(conversations.map { .conversation($0) }).union([.person(user)]))
            } else if sharing != nil, let conversation {
                try await readNow(conversation, as: user)
            }
        }
    }

    /// Reads the newest messages of a conversation where a message that a person has seen may be newer than those that are
    /// cached: another process has shown it. A store that is never asked for what is cached knows it anyway.
    ///
    /// - Parameter moment: when it was sent, where that is known.
    public func lookFor(
        _ message: MessageID, sentAt moment: Timestamp?, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        guard policy == .askWhenOlder else { return }
        let isUnknown = withState { state, _ in
            guard let feed = state.conversation(conversation, of: user)?.feed, feed.isLoaded else { return false }
            guard let newest = feed.messages.last else { return true }
            return feed.message(message) == nil && moment.map { $0 > newest.createdAt } ?? true
        }
        guard isUnknown else { return }
        try await rethrowing("look for a message") { try await readNow(conversation, as: user) }
    }

    /// Reads the newest messages of a conversation from the backend, together with those who want the same.
    private func readNow(_ id: ConversationID, as user: UserID) async throws {
        let size = MessageHistory.pageSize
        guard withState({ state, _ in state.reader(ofConversation: id) != nil }) else {
            _ = try await readNewestAlone(of: id, as: user, atLeast: size)
            return
        }
        try await freshReads.run([id]) { conversations in
            for id in conversations {
                guard let reader = self.withState({ state, _ in state.reader(ofConversation: id) }) else { continue }
                try await self.readNewestAlone(of: id, as: reader, atLeast: size)
            }
        }
    }
}

extension LiveState {
    /// Somebody as whom a conversation can be read, of those who have a stream open.
    fileprivate func reader(ofConversation id: ConversationID) -> UserID? {
        conversations[id].flatMap { reader(of: $0) }
    }
}
