import Chat
import ChatStore
import Eventually
import Synchronization

/// A backend that counts how often the newest messages of a conversation are read, and answers when it is told to.
final class CountedBackend: MessageRepository {
    let store: ChatStore
    private let counted = Mutex(0)
    private let holds = Mutex<[Hold]>([])

    /// What is held back of a read.
    enum Part { case question, answer }

    private struct Hold {
        let part: Part
        let user: UserID?
        let gate: Gate
    }

    init() throws { store = try ChatStore(.memory, clock: .system) }

    /// How often the newest messages were asked for.
    var reads: Int { counted.withLock { $0 } }

    /// The answer of the next read comes when the gate is opened; what it says was so before.
    func holdNextAnswer(at gate: Gate) { hold(.answer, at: gate) }

    /// The next read, of a person where one is given, comes no farther until the gate is opened.
    func hold(_ part: Part, of user: UserID? = nil, at gate: Gate) {
        holds.withLock { $0.append(Hold(part: part, user: user, gate: gate)) }
    }

    func forgetGates() { holds.withLock { $0 = [] } }

    private func pass(_ part: Part, _ user: UserID) async {
        let gate = holds.withLock { holds -> Gate? in
            holds.firstIndex { $0.part == part && $0.user ?? user == user }.map { holds.remove(at: $0).gate }
        }
        await gate?.wait()
    }

    var repositories: Repositories {
        let direct = store.repositories
        return Repositories(
            users: direct.users, conversations: direct.conversations, messages: self, reactions: direct.reactions,
            readMarks: CountedMarks(marks: direct.readMarks), bookmarks: direct.bookmarks, search: direct.search,
            health: direct.health, editing: direct.editing, pins: direct.pins,
            groups: direct.groups, receipts: direct.receipts,
            openGroups: direct.openGroups, pictures: direct.pictures)
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        guard before == nil else { return try store.messages(in: conversation, as: user, before: before, limit: limit) }
        counted.withLock { $0 += 1 }
        await pass(.question, user)
        let messages = try store.messages(in: conversation, as: user, before: before, limit: limit)
        await pass(.answer, user)
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

/// Read marks of a backend that tells how many messages are unread, and not from where on.
private struct CountedMarks: ReadMarkRepository {
    let marks: any ReadMarkRepository

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        try await marks.mark(message, asReadIn: conversation, by: user)
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        try await marks.unreadCount(in: conversation, for: user)
    }
}
