/// A page of a conversation's messages, oldest first.
public struct MessagePage: Sendable, Equatable {
    public let messages: [Message]
    /// The cursor for the previous page; `nil` at the beginning of the conversation.
    public let older: MessageCursor?

    public init(messages: [Message], older: MessageCursor?) {
        self.messages = messages
        self.older = older
    }
}

/// A position in a conversation: just before a message.
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

/// Reads a conversation backwards, page by page, without losing messages.
///
/// Backends page by time, exclusively, and several messages may share one millisecond: a page strictly before the
/// oldest message of the last page could skip others of its millisecond. So each read begins at the end of that
/// millisecond, and messages that were already shown are dropped by id.
public struct MessageHistory: Sendable {
    /// The maximum number of messages on a page.
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
                // In place, to avoid copying messages.
                batch.removeFirst(start)
                batch.removeLast(max(0, batch.count - Self.pageSize))
                let older = isLast ? nil : batch.last.map { MessageCursor($0) }
                batch.withUnsafeMutableBufferPointer { $0.reverse() }
                return MessagePage(messages: batch, older: older)
            }
            limit = min(limit * 4, MessageLimits.maximumPerRead)
        }
    }

    /// The maximum time that a context includes after the message.
    private static let contextAfter = Duration.seconds(30 * 60)

    /// A page that contains `message` and a part of what followed it.
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

    /// The index in `batch` of the first message before the cursor; `nil` if it is unknown, because the batch ends
    /// inside the cursor's millisecond without its message.
    ///
    /// - Parameter isWhole: whether `batch` is as large as a read can be.
    private static func start(of batch: [Message], before cursor: MessageCursor, isWhole: Bool) -> Int? {
        if let index = batch.lastIndex(where: { $0.id == cursor.message }) { return index + 1 }
        let endsInside = batch.last.map { $0.createdAt == cursor.moment } ?? false
        return endsInside && !isWhole ? nil : 0
    }
}
