/// A page of a conversation's messages, oldest first.
public struct MessagePage: Sendable, Equatable {
    public let messages: [Message]
    /// The cursor for the previous page; `nil` at the beginning of the conversation.
    public let older: MessageCursor?
    /// From when on the next page has messages; `nil` at the end of the conversation.
    public let newer: Timestamp?

    public init(messages: [Message], older: MessageCursor?, newer: Timestamp? = nil) {
        self.messages = messages
        self.older = older
        self.newer = newer
    }
}

/// A position in a conversation: before all that a page shows.
public struct MessageCursor: Hashable, Sendable {
    /// The oldest millisecond of the page.
    public let moment: Timestamp
    /// The newest message of that millisecond that the page shows.
    public let message: MessageID

    public init(moment: Timestamp, message: MessageID) {
        self.moment = moment
        self.message = message
    }

    /// The position before `messages`, newest first; `nil` where there are none.
    init?(before messages: [Message]) {
        guard let moment = messages.last?.createdAt, let newest = messages.first(where: { $0.createdAt == moment })
        else { return nil }
        self.init(moment: moment, message: newest.id)
    }
}

/// Reads a conversation page by page, without losing messages.
///
/// Backends page by time, exclusively, and several messages may share one millisecond. If a read ends inside one, it has
/// the earliest of its messages. So the next read begins at the end of that millisecond, and drops what was shown: the
/// cursor's message and those before it.
public struct MessageHistory: Sendable {
    /// The number of messages on a page; a page has more only if many share a millisecond.
    public static let pageSize = 50

    private let messages: any MessageRepository

    public init(_ messages: any MessageRepository) { self.messages = messages }

    /// The newest page, or the one before `cursor`.
    ///
    /// If the cursor's message was deleted meanwhile, other messages of its millisecond may be repeated. At most
    /// `MessageLimits.maximumPerRead` messages of one millisecond can be read.
    public func page(in conversation: ConversationID, as user: UserID, before cursor: MessageCursor? = nil)
        async throws(ChatError) -> MessagePage
    {
        var limit = cursor == nil ? Self.pageSize : Self.pageSize + 1
        while true {
            var batch = try await messages.messages(
                in: conversation, as: user, before: cursor?.moment.adding(.milliseconds(1)), limit: limit)
            let isBeginning = batch.count < limit
            if let cursor {
                let shared = batch.firstIndex { $0.createdAt != cursor.moment }
                // Later messages of the millisecond may be missing.
                if shared == nil, !isBeginning, limit < MessageLimits.maximumPerRead {
                    limit = min(limit * 4, MessageLimits.maximumPerRead)
                    continue
                }
                let end = shared ?? batch.endIndex
                if let first = batch[..<end].firstIndex(where: { $0.id == cursor.message }) {
                    batch.removeSubrange(first..<end)
                }
            }
            let older = isBeginning ? nil : MessageCursor(before: batch)
            // In place, to avoid copying messages.
            batch.withUnsafeMutableBufferPointer { $0.reverse() }
            return MessagePage(messages: batch, older: older)
        }
    }

    /// The page of messages from `moment` on, with `before` earlier ones at its top. It ends between two milliseconds.
    /// - Returns: the newest page if there are no messages from `moment` on.
    public func page(in conversation: ConversationID, as user: UserID, from moment: Timestamp, after before: Int = 0)
        async throws(ChatError) -> MessagePage
    {
        // One more, which tells whether there is a next page.
        var limit = Self.pageSize - before + 1
        var later = try await messages.messages(in: conversation, as: user, from: moment, limit: limit)
        while later.count >= limit, later.first?.createdAt == later.last?.createdAt,
            limit < MessageLimits.maximumPerRead
        {
            limit = min(limit * 4, MessageLimits.maximumPerRead)
            later = try await messages.messages(in: conversation, as: user, from: moment, limit: limit)
        }
        guard let first = later.first, let last = later.last else { return try await page(in: conversation, as: user) }
        let isEnd = later.count < limit
        // Of the last millisecond there may be more.
        if !isEnd, first.createdAt < last.createdAt { later.removeAll { $0.createdAt == last.createdAt } }
        let newer = isEnd ? nil : later.last?.createdAt.adding(.milliseconds(1))
        guard before > 0 else {
            return MessagePage(messages: later, older: MessageCursor(before: later.reversed()), newer: newer)
        }
        let earlier = try await messages.messages(in: conversation, as: user, before: moment, limit: before)
        let isBeginning = earlier.count < before
        return MessagePage(
            messages: earlier.reversed() + later, older: isBeginning ? nil : MessageCursor(before: earlier),
            newer: newer)
    }

    /// The maximum time that a context includes after the message.
    private static let contextAfter = Duration.seconds(30 * 60)

    /// A page that contains `message` and a part of what followed it.
    public func context(of message: Message, as user: UserID) async throws(ChatError) -> MessagePage {
        for after in [Self.contextAfter, .milliseconds(1)] {
            let batch = try await messages.messages(
                in: message.conversation, as: user, before: message.createdAt.adding(after), limit: Self.pageSize)
            guard batch.contains(where: { $0.id == message.id }) else { continue }
            let older = batch.count < Self.pageSize ? nil : MessageCursor(before: batch)
            return MessagePage(
                messages: batch.reversed(), older: older, newer: batch.first?.createdAt.adding(.milliseconds(1)))
        }
        return MessagePage(
            messages: [message], older: MessageCursor(before: [message]),
            newer: message.createdAt.adding(.milliseconds(1)))
    }
}
