import Accounts
import Chat
import Live

/// What people write here: drafts, and the messages that they send.
struct Composing: Sendable {
    let sender: any MessageSender
    let drafts: any DraftRepository
    let live: Live
    private let keys = FormKeys()

    init(sender: any MessageSender, drafts: any DraftRepository, live: Live) {
        self.sender = sender
        self.drafts = drafts
        self.live = live
    }

    func keep(draft: String, of user: UserID, in conversation: ConversationID) async throws {
        try await drafts.keep(draft: draft, of: user, in: conversation)
        live.invalidatePages(of: user, showing: conversation)
    }

    /// The key that the next form of this session for a message in this conversation carries.
    func key(for session: String, in conversation: ConversationID) -> FormKey {
        keys.key(for: session, in: conversation)
    }

    /// Sends a message of this session, and publishes it.
    /// - Returns: `nil` where the form had been sent before, and its message can't be had any more.
    func send(_ message: NewMessage, key: FormKey, in session: Session) async throws(ChatError) -> Message? {
        let outcome = try await sender.send(message, key: key)
        // Before the pages that show the key are out of date: no cached page has a key that was used.
        keys.expire(key, of: session.id, in: message.conversation)
        if case .sent(let message) = outcome { live.post(message) }
        live.invalidatePages(of: session.user, showing: message.conversation)
        return outcome.message
    }
}
