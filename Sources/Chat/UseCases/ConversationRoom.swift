/// A conversation with one of its participants inside: whoever has this value may read and write there.
///
/// Backends give a conversation to anyone who asks; this is where membership is checked.
public struct ConversationRoom: Sendable {
    public let conversation: Conversation
    public let participant: Participant

    private let repositories: Repositories

    /// Lets `user` in.
    ///
    /// - Throws: `.notParticipant` for a stranger and for one who left; `.notFound`.
    public static func enter(_ id: ConversationID, as user: UserID, _ repositories: Repositories)
        async throws(ChatError) -> ConversationRoom
    {
        let conversation = try await repositories.conversations.conversation(id)
        guard let participant = conversation.activeParticipant(user) else {
            throw ChatError(.notParticipant, during: "enter")
        }
        return ConversationRoom(conversation: conversation, participant: participant, repositories: repositories)
    }

    /// A page of the past.
    public func page(before cursor: MessageCursor? = nil) async throws(ChatError) -> MessagePage {
        try await MessageHistory(repositories.messages)
            .page(in: conversation.id, as: participant.user.id, before: cursor)
    }

    /// Says something. Called twice, it is said twice.
    public func send(_ text: MessageText) async throws(ChatError) -> Message {
        try await repositories.messages.send(
            NewMessage(conversation: conversation.id, sender: participant.user.id, text: text))
    }
}
