/// Sends messages, each once, however often its form arrives.
public protocol MessageSender: Sendable {
    /// Sends a message, and drops the draft that its sender has in the conversation, unless the message leaves it.
    ///
    /// The membership of the sender is checked here, so callers need not.
    /// - Throws: `.notParticipant`, `.noLongerParticipant`, `.notFound`; `.invalid` where the reply's message is not of
    ///   this conversation.
    func send(_ message: NewMessage, key: FormKey) async throws(ChatError) -> SendOutcome
}

/// What became of a form that was sent.
public enum SendOutcome: Sendable, Equatable {
    /// Now, or by an attempt of whose end nothing was known until now.
    case sent(Message)
    /// The form had been sent before. `nil` where the message was deleted since, or can't be had without searching.
    case repeated(Message?)

    public var message: Message? {
        switch self {
        case .sent(let message): message
        case .repeated(let message): message
        }
    }
}

/// The texts that people have begun to write and have not sent.
public protocol DraftRepository: Sendable {
    /// Keeps a text; one that is nothing but white space drops the draft.
    func keep(draft: Draft, of user: UserID, in conversation: ConversationID) async throws
    func draft(of user: UserID, in conversation: ConversationID) async throws -> Draft?
    /// The drafts of one person, by conversation.
    func drafts(of user: UserID) async throws -> [ConversationID: String]
}

/// A text that was not sent.
public struct Draft: Sendable, Equatable {
    public let text: String
    /// The key of the form that was to send it, if there was an attempt: the next attempt must have the same. A draft that
    /// is kept again with the same text and no key keeps its key.
    public let key: FormKey?
    /// The message that it replies to.
    public let reply: MessageID?

    public init(_ text: String, key: FormKey? = nil, reply: MessageID? = nil) {
        self.text = text
        self.key = key
        self.reply = reply
    }
}

public enum DraftLimits {
    /// The longest draft that is kept, in Unicode scalars: longer than a message may be, because it may still be
    /// shortened.
    public static let maximumCharacters = 10 * MessageText.maximumCharacters
}
