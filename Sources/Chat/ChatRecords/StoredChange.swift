public import Chat

/// What changes in order: the changes of a stream are numbered 1, 2, 3 …
public enum ChangeStream: Hashable, Sendable {
    case conversation(ConversationID)
    /// What belongs to one person only.
    case person(UserID)
}

/// Something that has changed in a chat that several processes use, as the others are told of it.
public enum StoredChange: Hashable, Sendable {
    case posted(MessageID, in: ConversationID)
    case deleted(MessageID, in: ConversationID)
    /// The text of a message.
    case edited(MessageID, in: ConversationID)
    /// The reactions to a message.
    case reacted(MessageID, in: ConversationID)
    /// Who takes part, as what, or how they are called.
    case members(of: ConversationID)
    /// A person joined or left a conversation.
    case membership(of: UserID, in: ConversationID)
    /// A person has read a conversation up to a message.
    case read(MessageID, in: ConversationID, by: UserID)
    case bookmarks(of: UserID)
    /// From now on the changes of a stream are brought; those that were made since anything of it is kept were not.
    case beginning(of: ChangeStream)
    /// Which of a stream's changes were made is not known any more.
    case anything(ChangeStream)
    /// The same for all streams.
    case everything
}

/// What takes in the changes that other processes have made.
public protocol StoredChangeReceiver: Sendable {
    /// Those of which anything is kept that a change would make wrong.
    func kept(of streams: Set<ChangeStream>) -> Set<ChangeStream>

    /// Takes in changes, those of one stream in their order. What is known already changes nothing.
    /// - Throws: where not all could be taken in: then they have to be brought again.
    func take(_ changes: [StoredChange]) async throws(ChatError)

    /// The database was asked for changes, and did not answer: what is kept may not be current.
    func noteOutage()

    /// It has answered.
    /// - Parameter age: all that was stored before is taken in, where that is known.
    func noteAnswer(currentAsOf age: Duration?)
}
