public import Chat

/// A message that its author has written for a later moment.
public struct ScheduledMessage: Sendable, Equatable, Identifiable {
    /// How many a person may have at once.
    public static let maximumOfPerson = 100
    /// How far ahead its moment may be: a year.
    public static let longestWait = Duration.seconds(366 * 24 * 3_600)
    /// How long after its moment it may still be sent, where the site or its backend was away: later it would surprise.
    public static let lateness = Duration.seconds(3_600)

    /// What becomes of it.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing was tried yet.
        case waiting
        /// An attempt is under way.
        case begun
        /// An attempt has failed, and is made again.
        case postponed
        /// It was not sent: the conversation, or the backend, does not take it.
        case refused
        /// It was not sent: that was not possible within `lateness`.
        case late

        /// Whether nothing more is tried.
        public var isOver: Bool { self == .refused || self == .late }
        /// Whether its text and its moment can be changed: not where it may have been sent already.
        public var allowsChanges: Bool { self == .waiting || isOver }
    }

    /// The idempotency key of the form that sends it: however often that is tried, it is one message.
    public let id: FormKey
    public let author: UserID
    public let conversation: ConversationID
    public let text: MessageText
    /// The message that it replies to.
    public let reply: MessageID?
    /// When it is to be sent.
    public let due: Timestamp
    public let state: State

    public init(
        id: FormKey, author: UserID, conversation: ConversationID, text: MessageText, reply: MessageID? = nil,
        due: Timestamp, state: State = .waiting
    ) {
        self.id = id
        self.author = author
        self.conversation = conversation
        self.text = text
        self.reply = reply
        self.due = due
        self.state = state
    }

    /// What is sent. The author's draft in the conversation is another text.
    public var message: NewMessage {
        var message = NewMessage(conversation: conversation, sender: author, text: text, replyTo: reply)
        message.leavesDraft = true
        return message
    }
}
