/// Reads the messages of a conversation backwards, for a search. Some may come twice.
struct MessagesBackwards {
    private let messages: any MessageRepository
    private let conversation: ConversationID
    private let user: UserID
    private var before: Timestamp?
    private var limit = MessageLimits.searchedAtOnce
    private var isAtBeginning = false
    /// Whether one millisecond held more messages than can be read, so that some may have been passed over.
    private(set) var isIncomplete = false
    /// How many were read.
    private(set) var searched = 0

    /// Begins with the newest.
    init(_ messages: any MessageRepository, in conversation: ConversationID, as user: UserID) {
        self.messages = messages
        self.conversation = conversation
        self.user = user
    }

    /// The next messages, newest first; `nil` at the beginning of the conversation.
    mutating func next() async throws(ChatError) -> [Message]? {
        guard !isAtBeginning else { return nil }
        let batch = try await messages.messages(in: conversation, as: user, before: before, limit: limit)
        searched += batch.count
        isAtBeginning = batch.count < limit
        guard let oldest = batch.last else { return batch }
        // Read from the end of that millisecond on, so that none of it is passed over.
        let next = oldest.createdAt.adding(.milliseconds(1))
        if next != before {
            before = next
            limit = MessageLimits.searchedAtOnce
        } else if limit < MessageLimits.maximumPerRead {
            limit = min(limit * 4, MessageLimits.maximumPerRead)
        } else {
            before = oldest.createdAt
            isIncomplete = true
        }
        return batch
    }
}
