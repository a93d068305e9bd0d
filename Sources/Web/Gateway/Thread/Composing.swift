import Accounts
import Chat
import Concurrency
import Live

/// Stores drafts and sends messages.
struct Composing: Sendable {
    let sender: any MessageSender
    let drafts: any DraftRepository
    let live: Live
    let blocks: Blocks
    /// `nil` where links have no previews.
    var previews: LinkPreviews?
    let keys = FormKeys()

    /// A person's draft in a conversation; `nil` also where it can't be read for now: the page is shown without it.
    func draft(of user: UserID, in conversation: ConversationID) async throws -> Draft? {
        do { return try await drafts.draft(of: user, in: conversation) } catch let error as ChatError
            where error.isOutage
        {
            // So that no page without it is cached.
            live.invalidatePages(of: user, showing: conversation)
            return nil
        }
    }

    /// All drafts of a person; none where they can't be read for now.
    func drafts(of user: UserID) async throws -> [ConversationID: String] {
        do { return try await drafts.drafts(of: user) } catch let error as ChatError where error.isOutage {
            live.invalidateList(of: user)
            return [:]
        }
    }

    func keep(draft: Draft, of user: UserID, in conversation: ConversationID) async throws {
        try await drafts.keep(draft: draft, of: user, in: conversation)
        live.invalidatePages(of: user, showing: conversation)
    }

    /// Tells the person's open pages of a draft that was kept.
    /// - Parameter page: the one that it comes from, which knows it.
    func tell(_ draft: Draft, of user: UserID, in conversation: ConversationID, from page: FormKey?) {
        live.send(
            EventWriter.draft(draft, in: conversation, from: page), toAllOf: user,
            orElsewhere: EventWriter.draft(draft, in: conversation, from: page, maximumBytes: 0))
    }

    /// Neither of two people sends the other one messages where one has blocked the other.
    private func checkBlock(of message: NewMessage) async throws(ChatError) {
        let conversation = try await live.repositories.conversations.conversation(
            message.conversation, as: message.sender)
        try await blocks.check(conversation, for: message.sender)
    }

    /// Lets those follow a thread who are mentioned in it, and take part in its group. Where that fails, they are not told of
    /// the message.
    private func letFollow(_ message: Message) async {
        guard let sender = message.sender, let text = message.text, text.utf8.contains(UInt8(ascii: "@")) else {
            return
        }
        let conversations = live.repositories.conversations
        guard let thread = try? await conversations.conversation(message.conversation, as: sender),
            let origin = thread.thread,
            let group = try? await conversations.conversation(origin.conversation, as: sender),
            let mentioned = try? await BlockingPool.shared.run({ group.mentioned(in: text) })
        else { return }
        let others = mentioned.filter { thread.activeParticipant($0) == nil }.prefix(Self.maximumMentioned)
        for user in others { _ = try? await conversations.add(user, as: .member, to: thread.id, by: sender) }
    }

    /// How many people follow a thread because of one message that mentions them.
    private static let maximumMentioned = 20

    /// Sends a message, and publishes it to event streams.
    /// - Parameters:
    ///   - session: the id of the session that sends it; `nil` for a message that was scheduled.
    ///   - page: the page that sends it; the person's others drop the draft that it was.
    /// - Returns: `nil` if the same form was sent before and its message is no longer available.
    func send(
        _ message: NewMessage, key: FormKey, in session: String?, from page: FormKey?
    ) async throws(ChatError) -> Message? {
        try await checkBlock(of: message)
        let outcome = try await sender.send(message, key: key)
        // Before the cached pages that contain the key are invalidated, so that no page is cached with a used key.
        if let session { keys.expire(key, of: session, in: message.conversation) }
        // Before the message, which makes a page keep what is in its box.
        if !message.leavesDraft {
            live.send(
                EventWriter.sent(message.text.description, in: message.conversation, from: page),
                toAllOf: message.sender)
        }
        if case .sent(let message) = outcome {
            await letFollow(message)
            await live.publish(message)
            previews?.look(at: message, live)
        }
        live.invalidatePages(of: message.sender, showing: message.conversation)
        return outcome.message
    }
}
