extension ConversationAccess {
    /// Where the unread messages of the participant begin.
    public enum UnreadStart: Sendable, Equatable {
        /// With this message.
        case message(MessageID, sentAt: Timestamp)
        /// With the first message from others after the message that was read last.
        case after(MessageID, sentAt: Timestamp)
        /// With the first message from others from this moment on.
        case from(Timestamp)

        /// When it is.
        public var moment: Timestamp {
            switch self {
            case .message(_, let moment), .after(_, let moment), .from(let moment): moment
            }
        }
    }

    /// How many messages of the page that begins with unread ones were read before.
    private static var contextSize: Int { 10 }

    /// Finds the first unread message; `nil` if there is none.
    ///
    /// Where the backend tells no more than a number, at most `MessageLimits.maximumPerRead` messages are looked at: if
    /// more are unread, the first of these is taken. Where it does not answer, the first of those that are known is.
    public func unreadStart(_ unread: Unread) async throws(ChatError) -> UnreadStart? {
        guard let first = unread.first, let moment = unread.firstMoment else { return nil }
        do throws(ChatError) { return try await start(of: unread, first, sentAt: moment) } catch {
            guard error.isOutage else { throw error }
            return .message(first, sentAt: moment)
        }
    }

    private func start(
        of unread: Unread, _ first: MessageID, sentAt moment: Timestamp
    ) async throws(ChatError) -> UnreadStart {
        if moment >= participant.joinedAt {
            guard unread.isMore else { return .message(first, sentAt: moment) }
            switch try await lastRead() {
            case .message(let id, let moment): return .after(id, sentAt: moment)
            case .nothing: return .from(participant.joinedAt)
            case .unknown: break
            }
        }
        // What was said before somebody joined is not new to them.
        let fromOthers = try await messages(unread.behind).filter {
            $0.sender != nil && $0.sender != participant.user.id
        }
        let start = fromOthers.last { $0.createdAt >= participant.joinedAt } ?? fromOthers.first
        return start.map { .message($0.id, sentAt: $0.createdAt) } ?? .message(first, sentAt: moment)
    }

    /// The page with the first unread message, and some that were read before it.
    public func page(at start: UnreadStart) async throws(ChatError) -> MessagePage {
        try await history.page(
            in: conversation.id, as: participant.user.id, from: start.moment, after: Self.contextSize)
    }

    /// The first unread message, if it is on the page.
    ///
    /// - Parameter moment: from when on the page has all messages; `nil` for that of its first message.
    public func firstUnread(_ start: UnreadStart, on page: MessagePage, from moment: Timestamp? = nil) -> MessageID? {
        let isFromOthers = { (message: Message) in message.sender.map { $0 != participant.user.id } ?? false }
        if case .message(let id, _) = start { return page.messages.contains { $0.id == id } ? id : nil }
        guard let first = moment ?? page.messages.first?.createdAt, first <= start.moment || page.older == nil else {
            // A page that follows the last message that was read.
            guard case .after(_, let read) = start, let moment, moment == read.adding(.milliseconds(1)) else {
                return nil
            }
            return page.messages.first(where: isFromOthers)?.id
        }
        var later = page.messages[...].drop { $0.createdAt < start.moment }
        if case .after(let id, _) = start, let index = later.firstIndex(where: { $0.id == id }) {
            later = later[(index + 1)...]
        }
        return later.first(where: isFromOthers)?.id
    }

    /// Whether a message is after the read mark, so that marking it moves the mark forward.
    public func isUnread(_ message: MessageID, sentAt moment: Timestamp?, _ unread: Unread)
        async throws(ChatError) -> Bool
    {
        if unread.ids.contains(message) { return true }
        // It was read, or there are too many, or it was posted elsewhere and is not among those that are cached.
        switch try await lastRead() {
        case .message(let read, let readAt):
            do throws(ChatError) {
                let found = try await self.message(message, sentAt: moment)
                return found.createdAt > readAt && found.id != read
            } catch  where error.reason == .notFound {
                // It was deleted since.
                return moment.map { $0 > readAt } ?? false
            }
        case .nothing: return true
        case .unknown where !unread.isMore: return false
        case .unknown: return try await messages(unread.behind).contains { $0.id == message }
        }
    }
}
