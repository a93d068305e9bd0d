import Chat
import Eventually
import Live
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

/// Threads where several processes use one database.
@Suite("Threads of several processes")
struct ThreadsElsewhereTests {
    private let chat: SharedChat
    private let message: Message

    init() async throws {
        chat = try await SharedChat()
        _ = try await chat.store.add(chat.alice.id, as: .admin, to: chat.group.id, by: chat.alice.id)
        try await chat.store.edit(chat.group.id, GroupEdit(hasThreads: true), as: chat.alice.id)
        message = try await chat.post("Where do we meet?")
    }

    private func open(as user: User) async throws -> ConversationID {
        try await chat.store.open(message.id, in: chat.group.id, as: user.id).conversation
    }

    private func reply(_ text: String, in thread: ConversationID, as user: User) async throws -> Message {
        let new = NewMessage(conversation: thread, sender: user.id, text: try MessageText(text))
        return try #require(try await chat.store.send(new, key: .random()).message)
    }

    @Test("how many replies there are is heard elsewhere, where the group is open")
    func replies() async throws {
        let thread = try await open(as: chat.bob)
        let there = SharedGateway(chat.place.another())
        defer { there.stop() }
        try await there.open(chat.bob.id, watching: chat.group.id)
        try await eventually { there.isListening }
        func hears(_ count: Int) async throws {
            try await there.heard { kind in
                guard case .feed(.changed(let changed, _)) = kind, changed.id == message.id else { return false }
                return changed.thread?.replies ?? 0 == count
            }
        }
        let first = try await reply("At nine", in: thread, as: chat.alice)
        try await hears(1)
        _ = try await reply("At ten", in: thread, as: chat.alice)
        try await hears(2)
        try await chat.store.delete(first.id, in: thread, as: chat.alice.id)
        let now = try await there.live.repositories.messages.message(
            message.id, in: chat.group.id, as: chat.bob.id, sentAt: nil)
        try await eventually {
            let shown = try? await there.live.repositories.messages.messages(
                in: chat.group.id, as: chat.bob.id, before: nil, limit: 50)
            return shown?.first { $0.id == now.id }?.thread?.replies == 1
        }
    }

    @Test("whoever is removed from a group hears nothing more of its threads elsewhere")
    func removal() async throws {
        let thread = try await open(as: chat.bob)
        let there = SharedGateway(chat.place.another())
        defer { there.stop() }
        try await there.open(chat.bob.id, watching: thread)
        try await eventually { there.isListening }
        _ = try await chat.store.remove(chat.bob.id, from: chat.group.id, by: chat.alice.id)
        try await eventually { there.heard.contains { $0.kind == .gone && $0.conversation == thread } }
        _ = try await reply("Alone", in: thread, as: chat.alice)
        let refusal = await #expect(throws: ChatError.self) {
            try await ConversationAccess.enter(thread, as: chat.bob.id, there.live.repositories)
        }
        #expect(refusal?.reason == .noLongerParticipant)
    }

    @Test("a thread is called elsewhere as its group is")
    func name() async throws {
        let thread = try await open(as: chat.bob)
        let there = SharedGateway(chat.place.another())
        defer { there.stop() }
        try await there.open(chat.bob.id, watching: thread)
        try await eventually { there.isListening }
        try await chat.store.edit(chat.group.id, GroupEdit(name: DisplayName("庭")), as: chat.alice.id)
        try await eventually {
            (try? await there.live.repositories.conversations.conversation(thread, as: chat.bob.id).name) == "庭"
        }
    }

    @Test("those who open a thread at the same moment open one, and each reply counts")
    func atOnce() async throws {
        let stores = (0..<3).map { _ in PostgreSQLChatStore(chat.place.another()) }
        let opened = try await withThrowingTaskGroup(of: ConversationID.self) { group in
            for number in 0..<30 {
                let user = number.isMultiple(of: 2) ? chat.alice : chat.bob
                group.addTask { [chat, message] in
                    try await stores[number % 3].open(message.id, in: chat.group.id, as: user.id).conversation
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let thread = try #require(opened.first)
        #expect(opened.count == 1)
        // With messages, votes of roles and reactions in the group: nobody waits for one who waits for them.
        let failures = await withTaskGroup(of: (any Error)?.self) { group in
            for number in 0..<120 {
                let store = stores[number % 3]
                group.addTask { [chat, message] in
                    do {
                        switch number % 4 {
                        case 0, 1:
                            let new = NewMessage(
                                conversation: thread, sender: chat.alice.id, text: try MessageText("\(number)"))
                            _ = try await store.send(new, key: .random())
                        case 2: _ = try await chat.post("\(number)", by: store)
                        default:
                            _ = try await store.add(
                                Emoji("👍")!, to: message.id, in: chat.group.id,
                                as: number % 8 == 3 ? chat.alice.id : chat.bob.id)
                            _ = try await store.add(
                                chat.bob.id, as: number % 8 == 3 ? .member : .admin, to: chat.group.id,
                                by: chat.alice.id)
                        }
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { if let error = $1 { $0.append(error) } }
        }
        #expect(failures.isEmpty, "\(failures.first.map { "\($0)" } ?? "")")
        let found = try await chat.store.find([message.id], in: chat.group.id, as: chat.bob.id)
        #expect(found[message.id]?.thread == MessageThread(conversation: thread, replies: 60))
    }
}
