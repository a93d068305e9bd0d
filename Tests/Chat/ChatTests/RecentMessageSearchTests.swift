import Chat
import Synchronization
import Testing

/// Conversations with fixed messages, which respond as the real backend does and record requests.
private final class Archive: ConversationRepository, MessageRepository {
    struct Asked: Equatable {
        var limits: [Int] = []
        var atOnce = 0
        var mostAtOnce = 0
    }

    let user = User(
        id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))
    let all: [Conversation]
    let pasts: [ConversationID: [Message]]
    let asked = Mutex(Asked())
    /// Conversations from which the user was just removed.
    let closed: Set<ConversationID>
    let failure: ChatError?

    /// - Parameter moments: the times of the messages of each conversation; the text is "word" and the time.
    init(_ moments: [[Int64]], left: Int? = nil, closed: Int? = nil, failure: ChatError.Reason? = nil) {
        let user = user
        let all = moments.indices.map { index in
            let id = ConversationID.random()
            return Conversation(
                id: id, kind: .group, name: "\(index)", createdAt: Timestamp(milliseconds: 0),
                participants: [
                    Participant(
                        id: .random(), conversation: id, user: user, role: .member,
                        joinedAt: Timestamp(milliseconds: 0),
                        leftAt: index == left ? Timestamp(milliseconds: 1) : nil)
                ])
        }
        self.all = all
        pasts = Dictionary(
            uniqueKeysWithValues: zip(all, moments).map { conversation, moments in
                let messages = moments.sorted(by: >).map { moment in
                    Message(
                        id: .random(), conversation: conversation.id,
                        content: moment == 0 ? .joined(user: user.id) : .text(sender: user.id, text: "Word \(moment)"),
                        replyTo: nil, createdAt: Timestamp(milliseconds: moment), reactions: [])
                }
                return (conversation.id, messages)
            })
        self.closed = closed.map { [all[$0].id] } ?? []
        self.failure = failure.map { ChatError($0, during: "messages") }
    }

    func find(_ text: String, limit: Int = 200) async throws -> SearchResult {
        try await RecentMessageSearch(conversations: self, messages: self)
            .search(try #require(SearchQuery(text)), as: user.id, limit: limit)
    }

    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] { all }

    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        asked.withLock {
            $0.limits.append(limit)
            $0.atOnce += 1
            $0.mostAtOnce = max($0.mostAtOnce, $0.atOnce)
        }
        for _ in 0..<20 { await Task.yield() }
        asked.withLock { $0.atOnce -= 1 }
        if closed.contains(conversation) { throw ChatError(.notParticipant, during: "messages") }
        if let failure { throw failure }
        let past = pasts[conversation] ?? []
        return Array(past.filter { message in before.map { message.createdAt < $0 } ?? true }.prefix(limit))
    }

    private func never<Value>() throws(ChatError) -> Value { throw ChatError(.forbidden, during: "never") }
    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation { try never() }
    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        try never()
    }
    func add(_ user: UserID, as role: Role, to id: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try never()
    }
    func remove(_ user: UserID, from id: ConversationID, by actor: UserID) async throws(ChatError) -> Participant {
        try never()
    }
    func send(_ message: NewMessage) async throws(ChatError) -> Message { try never() }
    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        let _: Void = try never()
    }
}

@Suite struct RecentMessageSearchTests {
    @Test func `the newest two hundred of each conversation are searched, and no more`() async throws {
        let archive = Archive([Array(1...500), Array(501...510)])
        let found = try await archive.find("WORD")
        #expect(found.coverage == .recent(messagesPerConversation: 200))
        #expect(found.hits.map(\.createdAt.milliseconds) == Array((311...510).reversed()))
        #expect(try await archive.find("word 300").hits.isEmpty)
        #expect(try await archive.find("word 301").hits.count == 1)
    }

    @Test func `a read requests at most a hundred messages`() async throws {
        let archive = Archive([Array(1...500)])
        _ = try await archive.find("word")
        #expect(archive.asked.withLock { $0.limits } == [100, 100, 2])
        let short = Archive([Array(1...99)])
        _ = try await short.find("word")
        #expect(short.asked.withLock { $0.limits } == [100])
    }

    @Test func `at most eight conversations are read concurrently`() async throws {
        let archive = Archive((0..<40).map { [$0 + 1] })
        #expect(try await archive.find("word").hits.count == 40)
        let most = archive.asked.withLock { $0.mostAtOnce }
        #expect(most <= 8)
        #expect(most > 1)
    }

    @Test(
        arguments: [
            Array(repeating: 7, count: 150), Array(1...99) + Array(repeating: 100, count: 40),
            Array(repeating: 1, count: 60) + Array(repeating: 2, count: 60) + [3],
        ] as [[Int64]])
    func `messages that share a millisecond are found once each`(moments: [Int64]) async throws {
        let found = try await Archive([moments]).find("word")
        #expect(Set(found.hits.map(\.id)).count == found.hits.count)
        // More messages in one millisecond than one read can return.
        #expect(found.hits.count == (moments.first == 7 ? 100 : moments.count))
    }

    @Test func `system messages are not found, and a limit keeps the newest`() async throws {
        let found = try await Archive([[0, 1, 2], [3]]).find("word", limit: 2)
        #expect(found.hits.map(\.createdAt.milliseconds) == [3, 2])
        #expect(try await Archive([[0]]).find("joined").hits.isEmpty)
    }

    @Test func `conversations that were left or just closed are skipped`() async throws {
        let left = Archive([[1], [2]], left: 0)
        #expect(try await left.find("word").hits.map(\.createdAt.milliseconds) == [2])
        #expect(left.asked.withLock { $0.limits.count } == 1)
        #expect(try await Archive([[1], [2]], closed: 1).find("word").hits.map(\.createdAt.milliseconds) == [1])
    }

    @Test func `a backend that fails fails the search`() async throws {
        let archive = Archive([[1], [2]], failure: .timedOut)
        let error = await #expect(throws: ChatError.self) { try await archive.find("word") }
        #expect(error?.reason == .timedOut)
    }
}
