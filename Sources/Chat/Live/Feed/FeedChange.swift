public import Chat

/// What happened in a conversation, as it is published.
public enum FeedChange: Sendable, Hashable {
    /// A message was posted. `previous` is what stands before it, which decides how it is shown.
    case posted(Message, previous: Message?)
    /// A message has another text or other reactions than before.
    case changed(Message, previous: Message?)
    case deleted(MessageID)
    /// The people or the name changed.
    case conversation(Conversation)
    /// So much happened that it can't be published one by one: what is shown must be read again.
    case replaced
}
