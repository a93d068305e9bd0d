/// A part of a conversation's past, oldest message first.
public struct MessagePage: Sendable, Equatable {
    public let messages: [Message]
    /// Where the page before this one ends; `nil` at the beginning of the conversation.
    public let older: MessageCursor?

    public init(messages: [Message], older: MessageCursor?) {
        self.messages = messages
        self.older = older
    }
}

/// A place in a conversation's past: just before a message.
public struct MessageCursor: Hashable, Sendable {
    /// When that message was sent.
    public let moment: Timestamp
    public let message: MessageID

    public init(moment: Timestamp, message: MessageID) {
        self.moment = moment
        self.message = message
    }

    init(_ message: Message) { self.init(moment: message.createdAt, message: message.id) }
}

/// Reads a conversation backwards, page by page, losing nothing.
///
/// Backends page by a moment, exclusively, and several messages may share one millisecond: a page that began strictly
/// before the last one's oldest moment would lose the rest of that millisecond. So each page is read from the end of
/// that millisecond on, and what was shown before is dropped by its id.
public struct MessageHistory: Sendable {
    /// Messages on a page, at most.
    public static let pageSize = 50

    private let messages: any MessageRepository

    public init(_ messages: any MessageRepository) { self.messages = messages }

    /// The newest page, or the one that ends at `cursor`.
    ///
    /// Where the cursor's message was deleted meanwhile, others of its millisecond may be shown again: rather twice
    /// than never. Of one millisecond `MessageLimits.maximumPerRead` messages are found, and no more.
    public func page(in conversation: ConversationID, as user: UserID, before cursor: MessageCursor? = nil)
        async throws(ChatError) -> MessagePage
    {
        let overlap = cursor == nil ? 0 : 1
        var limit = Self.pageSize + overlap
        while true {
            var batch = try await messages.messages(
                in: conversation, as: user, before: cursor?.moment.adding(.milliseconds(1)), limit: limit)
            let isBeginning = batch.count < limit
            let isWidest = limit >= MessageLimits.maximumPerRead
            let start = cursor.map { Self.start(of: batch, before: $0, isWhole: isBeginning || isWidest) } ?? 0
            if let start, start < batch.count || isBeginning || isWidest {
                let isLast = isBeginning && batch.count - start <= Self.pageSize
                // In place: copies of messages would cost.
                batch.removeFirst(start)
                batch.removeLast(max(0, batch.count - Self.pageSize))
                let older = isLast ? nil : batch.last.map { MessageCursor($0) }
                batch.withUnsafeMutableBufferPointer { $0.reverse() }
                return MessagePage(messages: batch, older: older)
            }
            limit = min(limit * 4, MessageLimits.maximumPerRead)
        }
    }

    /// How long after a message its context goes on, where that leaves the message on the page.
    private static let contextAfter = Duration.seconds(30 * 60)

    /// A page on which `message` is, with some of what followed where not too much did.
    public func context(of message: Message, as user: UserID) async throws(ChatError) -> MessagePage {
        for after in [Self.contextAfter, .milliseconds(1)] {
            let batch = try await messages.messages(
                in: message.conversation, as: user, before: message.createdAt.adding(after), limit: Self.pageSize)
            guard batch.contains(where: { $0.id == message.id }) else { continue }
            let isBeginning = batch.count < Self.pageSize
            return MessagePage(
                messages: batch.reversed(), older: isBeginning ? nil : batch.last.map { MessageCursor($0) })
        }
        return MessagePage(messages: [message], older: MessageCursor(message))
    }

    /// Where in `batch` the messages begin that come before the cursor; `nil` where it can't be told, because the batch
    /// ends inside the cursor's millisecond and does not hold its message.
    ///
    /// - Parameter isWhole: whether no more can be read than `batch`.
    private static func start(of batch: [Message], before cursor: MessageCursor, isWhole: Bool) -> Int? {
        if let index = batch.lastIndex(where: { $0.id == cursor.message }) { return index + 1 }
        let endsInside = batch.last.map { $0.createdAt == cursor.moment } ?? false
        return endsInside && !isWhole ? nil : 0
    }
}
