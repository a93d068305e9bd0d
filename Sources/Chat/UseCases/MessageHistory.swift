/// A part of a conversation's past, oldest message first.
public struct MessagePage: Sendable, Equatable {
    public let messages: [Message]
    /// Where the page before this one ends: what to ask for next, or `nil` at the beginning of the conversation.
    public let older: Timestamp?

    public init(messages: [Message], older: Timestamp?) {
        self.messages = messages
        self.older = older
    }
}

/// Reads a conversation backwards, page by page, losing nothing.
///
/// Backends page by a moment, and several messages may share one millisecond; a page that ended between two of them
/// would lose the rest. So a page never ends inside a millisecond: the last one of a read, which may be cut, is left
/// to the next page.
public struct MessageHistory: Sendable {
    /// Messages on a page.
    public static let pageSize = 50

    private let messages: any MessageRepository

    public init(_ messages: any MessageRepository) { self.messages = messages }

    /// The newest page, or the one that ends before `before`.
    ///
    /// Pages hold about `pageSize` messages: fewer where a millisecond with many follows, more where one holds more
    /// than a page. Beyond `MessageLimits.maximumPerRead` in one millisecond the rest of that millisecond is not shown.
    public func page(in conversation: ConversationID, as user: UserID, before: Timestamp? = nil)
        async throws(ChatError) -> MessagePage
    {
        var limit = Self.pageSize + 1
        while true {
            let batch = try await messages.messages(in: conversation, as: user, before: before, limit: limit)
            guard batch.count >= limit, let cut = batch.last?.createdAt else {
                return MessagePage(messages: batch.reversed(), older: nil)
            }
            let whole = batch.prefix { $0.createdAt > cut }
            if let oldest = whole.last {
                return MessagePage(messages: whole.reversed(), older: oldest.createdAt)
            }
            guard limit < MessageLimits.maximumPerRead else {
                return MessagePage(messages: batch.reversed(), older: cut)
            }
            limit = min(limit * 4, MessageLimits.maximumPerRead)
        }
    }
}
