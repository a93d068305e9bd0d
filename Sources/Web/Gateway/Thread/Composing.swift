import Accounts
import Chat
import Live

/// Stores drafts and sends messages.
struct Composing: Sendable {
    let sender: any MessageSender
    let drafts: any DraftRepository
    let live: Live
    let keys = FormKeys()

    func keep(draft: Draft, of user: UserID, in conversation: ConversationID) async throws {
        try await drafts.keep(draft: draft, of: user, in: conversation)
        live.invalidatePages(of: user, showing: conversation)
    }

    /// Sends a message, and publishes it to event streams.
    /// - Returns: `nil` if the same form was sent before and its message is no longer available.
    func send(_ message: NewMessage, key: FormKey, in session: Session) async throws(ChatError) -> Message? {
        let outcome = try await sender.send(message, key: key)
        // Before the cached pages that contain the key are invalidated, so that no page is cached with a used key.
        keys.expire(key, of: session.id, in: message.conversation)
        if case .sent(let message) = outcome { await live.publish(message) }
        live.invalidatePages(of: session.user, showing: message.conversation)
        return outcome.message
    }
}
