public import Chat
import Testing

/// Something that every store does which sends messages of forms and keeps drafts: see `RepositoryBehaviour`.
public struct SendingBehaviour: Sendable, CustomStringConvertible {
    public let name: String
    private let body: @Sendable (SendingStage) async throws -> Void

    public var description: String { name }

    /// Records an issue with Swift Testing where the store behaves otherwise.
    public func verify(
        _ repositories: Repositories, _ sender: any MessageSender, _ drafts: any DraftRepository, _ clock: ManualClock
    ) async throws {
        let stage = Stage(repositories: repositories, clock: clock, callers: .named)
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        try await body(
            SendingStage(stage: stage, sender: sender, drafts: drafts, alice: alice, bob: bob, group: group))
    }

    public static let all = [
        SendingBehaviour(name: "the same form is one message, and the same text of another form another", body: once),
        SendingBehaviour(name: "what was deleted is not sent again by its form", body: deleted),
        SendingBehaviour(name: "a draft goes with the message, and no other does", body: draft),
        SendingBehaviour(name: "a draft keeps the key of its form until its text changes", body: draftKeys),
        SendingBehaviour(name: "who may not send changes nothing", body: refused),
        SendingBehaviour(name: "of many that send the same form at once, one does", body: atOnce),
        SendingBehaviour(name: "messages that are sent at once have an order, and a time each", body: order),
    ]

    private static func once(_ stage: SendingStage) async throws {
        let key = FormKey.random()
        let first = try await stage.send("hello", key)
        let sent = try #require(first.message)
        #expect(first == .sent(sent))
        #expect(sent.content == .text(sender: stage.alice.id, text: "hello"))
        #expect(sent.createdAt == stage.stage.clock.now)
        #expect(try await stage.send("hello", key) == .repeated(sent))
        for outcome in [
            try await stage.send("other words", key), try await stage.send("hello", key, as: stage.bob),
            try await stage.send("hello", .random()),
        ] { #expect(outcome == outcome.message.map { .sent($0) }) }
        #expect(try await stage.texts() == ["hello", "other words", "hello", "hello"])
    }

    private static func deleted(_ stage: SendingStage) async throws {
        let key = FormKey.random()
        let sent = try #require(try await stage.send("hello", key).message)
        try await stage.stage.repositories.messages.delete(sent.id, in: stage.group.id, as: stage.alice.id)
        #expect(try await stage.send("hello", key) == .repeated(nil))
        #expect(try await stage.texts() == [])
    }

    private static func draft(_ stage: SendingStage) async throws {
        let other = try await stage.stage.group(stage.alice)
        try await stage.keep("hel", stage.alice)
        try await stage.keep("another's", stage.bob)
        try await stage.drafts.keep(draft: Draft("elsewhere"), of: stage.alice.id, in: other.id)
        _ = try await stage.send("hello", .random())
        #expect(try await stage.drafts.draft(of: stage.alice.id, in: stage.group.id) == nil)
        #expect(try await stage.drafts.drafts(of: stage.alice.id) == [other.id: "elsewhere"])
        #expect(try await stage.drafts.drafts(of: stage.bob.id) == [stage.group.id: "another's"])
        var forwarded = NewMessage(
            conversation: stage.group.id, sender: stage.bob.id, text: try MessageText("from elsewhere"))
        forwarded.leavesDraft = true
        #expect(try await stage.sender.send(forwarded, key: .random()).message != nil)
        #expect(try await stage.drafts.drafts(of: stage.bob.id) == [stage.group.id: "another's"])
        try await stage.keep(" \n\u{3000}", stage.bob)
        #expect(try await stage.drafts.drafts(of: stage.bob.id) == [:])
    }

    private static func draftKeys(_ stage: SendingStage) async throws {
        let key = FormKey.random()
        func found() async throws -> Draft? {
            try await stage.drafts.draft(of: stage.alice.id, in: stage.group.id)
        }
        try await stage.drafts.keep(draft: Draft("hello", key: key), of: stage.alice.id, in: stage.group.id)
        try await stage.keep("hello", stage.alice)
        #expect(try await found() == Draft("hello", key: key))
        try await stage.keep("hello, you", stage.alice)
        #expect(try await found() == Draft("hello, you"))
        let original = try #require(try await stage.send("the original", .random()).message)
        let reply = Draft("an answer", reply: original.id)
        try await stage.drafts.keep(draft: reply, of: stage.alice.id, in: stage.group.id)
        #expect(try await found() == reply)
        try await stage.keep("an answer", stage.alice)
        #expect(try await found() == Draft("an answer"))
    }

    private static func refused(_ stage: SendingStage) async throws {
        let repositories = stage.stage.repositories
        let other = try await stage.stage.group(stage.alice)
        let elsewhere = try await stage.stage.say("elsewhere", as: stage.alice, in: other)
        try await stage.keep("hel", stage.bob)
        await expect(.invalid("")) {
            try await stage.send("hello", .random(), as: stage.bob, answering: elsewhere.id)
        }
        #expect(try await stage.drafts.drafts(of: stage.bob.id) == [stage.group.id: "hel"])
        _ = try await repositories.conversations.remove(stage.bob.id, from: stage.group.id, by: stage.alice.id)
        await expect(.noLongerParticipant) { try await stage.send("hello", .random(), as: stage.bob) }
        let carol = try await stage.stage.person("carol")
        await expect(.notParticipant) { try await stage.send("hello", .random(), as: carol) }
        #expect(try await stage.texts() == [])
    }

    private static func atOnce(_ stage: SendingStage) async throws {
        let key = FormKey.random()
        let outcomes = try await withThrowingTaskGroup(of: SendOutcome.self) { group in
            for _ in 0..<20 { group.addTask { try await stage.send("hello", key) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { if case .sent = $0 { true } else { false } } == 1)
        #expect(Set(outcomes.map { $0.message?.id }).count == 1)
        #expect(try await stage.texts() == ["hello"])
    }

    private static func order(_ stage: SendingStage) async throws {
        let sent = try await withThrowingTaskGroup(of: Message?.self) { group in
            for number in 0..<50 { group.addTask { try await stage.send("\(number)", .random()).message } }
            return try await group.reduce(into: []) { $0.append($1) }
        }.compactMap(\.self)
        #expect(Set(sent.map(\.createdAt)).count == 50)
        let read = try await stage.stage.messages(in: stage.group, as: stage.bob, limit: 100)
        #expect(read == sent.sorted { $0.createdAt > $1.createdAt })
        #expect(try await stage.stage.unread(in: stage.group, for: stage.bob) == 50)
    }
}

struct SendingStage: Sendable {
    let stage: Stage
    let sender: any MessageSender
    let drafts: any DraftRepository
    let alice: User
    let bob: User
    let group: Conversation

    func send(
        _ text: String, _ key: FormKey, as person: User? = nil, answering answered: MessageID? = nil
    ) async throws -> SendOutcome {
        try await sender.send(
            NewMessage(
                conversation: group.id, sender: (person ?? alice).id, text: try MessageText(text), replyTo: answered),
            key: key)
    }

    func keep(_ text: String, _ person: User) async throws {
        try await drafts.keep(draft: Draft(text), of: person.id, in: group.id)
    }

    /// Oldest first.
    func texts() async throws -> [String] {
        try await stage.messages(in: group, as: alice, limit: 100).reversed().compactMap(\.text)
    }
}
