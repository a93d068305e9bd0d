/// Changes of the texts of messages that were sent. Not every backend has them.
public protocol MessageEditing: Sendable {
    /// Whether the backend has them.
    var isThere: Bool { get }
    /// Gives a message another text, and keeps the one that it had. Only the sender may. The text that it has already
    /// changes nothing.
    /// - Parameters:
    ///   - conversation: the one that holds the message; backends need not compare.
    ///   - text: `MessageText.none` only for a message with files.
    /// - Returns: the message as it is then.
    /// - Throws: `.notFound`, also for a deleted one; `.forbidden`, `.notParticipant`; `.invalid` for no text;
    ///   `.limitReached(.versions)` from `MessageLimits.maximumVersions` on.
    func edit(_ message: MessageID, in conversation: ConversationID, to text: MessageText, as user: UserID)
        async throws(ChatError) -> Message
    /// The texts that a message had before, oldest first.
    /// - Throws: `.notFound`, also for a deleted one; `.notParticipant`.
    func versions(of message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageVersion]
}

/// That messages can't be edited.
public struct NoMessageEditing: MessageEditing {
    public init() {}

    public var isThere: Bool { false }

    public func edit(_ message: MessageID, in conversation: ConversationID, to text: MessageText, as user: UserID)
        async throws(ChatError) -> Message
    { throw ChatError(.forbidden, during: "edit") }

    public func versions(of message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageVersion]
    { [] }
}
