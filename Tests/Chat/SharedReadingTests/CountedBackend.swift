import Chat
import ChatStore
import Eventually
import Synchronization

/// A backend that counts how often the newest messages of a conversation are read, and answers when it is told to.
final class CountedBackend: MessageRepository {
    let store: ChatStore
    private let counted = Mutex(0)
    private let gates = Mutex<[Gate]>([])

    init() throws { store = try ChatStore(.memory, clock: .system) }

    /// How often the newest messages were asked for.
    var reads: Int { counted.withLock { $0 } }

    /// The answer of the next read comes when the gate is opened; what it says was so before.
    func holdNextAnswer(at gate: Gate) { gates.withLock { $0.append(gate) } }

    func forgetGates() { gates.withLock { $0 = [] } }

    var repositories: Repositories {
        let direct = store.repositories
        return Repositories(
            users: direct.users, conversations: direct.conversations, messages: self, reactions: direct.reactions,
            readMarks: direct.readMarks, bookmarks: direct.bookmarks, search: direct.search, health: direct.health)
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        let messages = try store.messages(in: conversation, as: user, before: before, limit: limit)
        guard before == nil else { return messages }
        counted.withLock { $0 += 1 }
        await gates.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.wait()
        return messages
    }

    func send(_ message: NewMessage) async throws(ChatError) -> Message { try await store.send(message) }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await store.delete(message, in: conversation, as: user)
    }

    func conversation(of message: MessageID) async throws(ChatError) -> ConversationID {
        try await store.conversation(of: message)
    }
}
