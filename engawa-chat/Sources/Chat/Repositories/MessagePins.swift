/// The messages that are pinned in a conversation, by anybody who takes part. Not every backend has them.
/// `Conversation.pinnedCount` says how many there are.
public protocol MessagePins: Sendable {
    /// Whether the backend has them.
    var isThere: Bool { get }
    /// Those that were pinned last come first. - Throws: `.notParticipant`.
    func pins(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [PinnedMessage]
    /// Pins a message; doing it again changes nothing. A message that is deleted is not pinned any more.
    /// - Parameter conversation: the one that holds the message; backends need not compare.
    /// - Throws: `.notFound`, also for a deleted one; `.notParticipant`; `.invalid` for a system message;
    ///   `.limitReached(.pins)` where `MessageLimits.maximumPins` are pinned.
    func pin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError)
    /// Doing it again changes nothing. - Throws: `.notFound` for an unknown message; `.notParticipant`.
    func unpin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError)
}

/// That no message can be pinned.
public struct NoMessagePins: MessagePins {
    public init() {}

    public var isThere: Bool { false }

    public func pins(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [PinnedMessage] {
        []
    }

    public func pin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "pin")
    }

    public func unpin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        throw ChatError(.forbidden, during: "unpin")
    }
}
