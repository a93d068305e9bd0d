import Chat
import ChatStore
import Synchronization

/// A backend before which the line is sometimes cut: before a request, or between the request and its answer.
final class Outage: Sendable {
    enum Cut: Sendable {
        case none
        /// Nothing arrives there.
        case before
        /// What was asked is done, and nobody hears of it.
        case after
    }

    private let cut = Mutex(Cut.none)

    func set(_ cut: Cut) { self.cut.withLock { $0 = cut } }

    private let unknown = Mutex<Set<UserID>>([])
    private let hidden = Mutex<Set<ConversationID>>([])
    private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)
    private let whileReading = Mutex<(@Sendable () async -> Void)?>(nil)

    private let whileCounting = Mutex<(@Sendable () async -> Void)?>(nil)

    private let areMessagesCut = Mutex(false)

    /// Messages can't be read, and everything else can.
    func cutMessages(_ isCut: Bool) { areMessagesCut.withLock { $0 = isCut } }

    private let askedMembers = Mutex(0)

    /// How often the members of a conversation were read alone.
    var memberReads: Int { askedMembers.withLock { $0 } }

    func noteMemberRead() { askedMembers.withLock { $0 += 1 } }

    /// No list holds `conversation` any more.
    func hide(_ conversation: ConversationID) { hidden.withLock { _ = $0.insert(conversation) } }

    /// `body` happens while the next list is on its way back.
    func onceAnswered(_ body: @escaping @Sendable () async -> Void) { meanwhile.withLock { $0 = body } }

    /// `body` happens while the next messages are on their way back.
    func onceRead(_ body: @escaping @Sendable () async -> Void) { whileReading.withLock { $0 = body } }

    /// `body` happens while the next count of what is unread is on its way back.
    func onceCounted(_ body: @escaping @Sendable () async -> Void) { whileCounting.withLock { $0 = body } }

    func count(_ body: () throws(ChatError) -> Int) async throws(ChatError) -> Int {
        let count = try await passing(body)
        let whileCounting = whileCounting.withLock { whileCounting in
            defer { whileCounting = nil }
            return whileCounting
        }
        await whileCounting?()
        return count
    }

    func messages(as user: UserID, _ body: () throws(ChatError) -> [Message]) async throws(ChatError) -> [Message] {
        guard !areMessagesCut.withLock({ $0 }) else { throw ChatError(.timedOut, during: "test") }
        let messages = try await passing(as: user, body)
        let whileReading = whileReading.withLock { whileReading in
            defer { whileReading = nil }
            return whileReading
        }
        await whileReading?()
        return messages
    }

    func list(as user: UserID, _ body: () throws(ChatError) -> [Conversation]) async throws(ChatError) -> [Conversation]
    {
        let list = try await passing(as: user, body)
        let meanwhile = meanwhile.withLock { meanwhile in
            defer { meanwhile = nil }
            return meanwhile
        }
        await meanwhile?()
        let hidden = hidden.withLock { $0 }
        return list.filter { !hidden.contains($0.id) }
    }

    /// The backend's session of `user` is over.
    func forget(_ user: UserID) { unknown.withLock { _ = $0.insert(user) } }

    func passing<Value>(
        as user: UserID, _ body: () async throws(ChatError) -> Value
    ) async throws(ChatError) -> Value {
        try await passing { () async throws(ChatError) in
            guard !unknown.withLock({ $0.contains(user) }) else { throw ChatError(.unauthenticated, during: "test") }
            return try await body()
        }
    }

    func passing<Value>(_ body: () async throws(ChatError) -> Value) async throws(ChatError) -> Value {
        let cut = cut.withLock { $0 }
        if cut == .before { throw ChatError(.unavailable("the line is cut"), during: "test") }
        let value = try await body()
        if cut == .after { throw ChatError(.timedOut, during: "test") }
        return value
    }
}

/// The store's repositories behind such a line.
struct DistantStore: ConversationRepository, MessageRepository, ReadMarkRepository {
    let store: ChatStore
    let line: Outage

    var repositories: Repositories {
        let direct = store.repositories
        return Repositories(
            users: direct.users, conversations: self, messages: self, reactions: direct.reactions, readMarks: self,
            bookmarks: direct.bookmarks, search: RecentMessageSearch(conversations: self, messages: self),
            health: direct.health)
    }

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        try await line.list(as: user) { () throws(ChatError) in try store.conversations(of: user) }
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        line.noteMemberRead()
        return try await line.passing(as: user) { () async throws(ChatError) in try store.conversation(id, as: user) }
    }

    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        try await line.passing { () async throws(ChatError) in try await store.create(conversation, as: user) }
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await line.passing { () async throws(ChatError) in
            try await store.add(user, as: role, to: conversation, by: actor)
        }
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await line.passing { () async throws(ChatError) in
            try await store.remove(user, from: conversation, by: actor)
        }
    }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        try await line.messages(as: user) { () throws(ChatError) in
            try store.messages(in: conversation, as: user, before: before, limit: limit)
        }
    }

    func send(_ message: NewMessage) async throws(ChatError) -> Message {
        try await line.passing { () async throws(ChatError) in try await store.send(message) }
    }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await line.passing { () async throws(ChatError) in
            try await store.delete(message, in: conversation, as: user)
        }
    }

    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        try await line.passing { () async throws(ChatError) in
            try await store.mark(message, asReadIn: conversation, by: user)
        }
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        try await line.count { () throws(ChatError) in try store.unreadCount(in: conversation, for: user) }
    }
}
