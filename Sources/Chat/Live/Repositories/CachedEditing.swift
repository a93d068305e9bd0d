import Chat

/// Changes of texts, always made by the backend; they are published. Earlier texts are always asked for.
struct CachedEditing: MessageEditing {
    let live: Live

    var isThere: Bool { live.upstream.editing.isThere }

    func edit(
        _ message: MessageID, in conversation: ConversationID, to text: MessageText, as user: UserID
    ) async throws(ChatError) -> Message {
        let edited = try await live.upstream.editing.edit(message, in: conversation, to: text, as: user)
        await live.change(.edited(edited), in: conversation) { state, now in
            state.edit(edited, now: now)
        }
        return edited
    }

    func versions(
        of message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) -> [MessageVersion] {
        try await live.upstream.editing.versions(of: message, in: conversation, as: user)
    }
}
