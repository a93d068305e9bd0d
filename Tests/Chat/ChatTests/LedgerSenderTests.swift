import Eventually
import Synchronization
import Testing

@testable import Chat

@Suite struct LedgerSenderTests {
    let wire: Wire
    let user = UserID.random()
    let conversation = ConversationID.random()

    init() { wire = Wire() }

    init(_ wire: Wire) { self.wire = wire }

    func key(_ form: String) throws -> FormKey { try #require(FormKey(form)) }

    func message(_ text: String = "hello") throws -> NewMessage {
        NewMessage(conversation: conversation, sender: user, text: try MessageText(text))
    }

    func participant(leftAt: Timestamp? = nil) -> Participant {
        let user = User(id: user, alias: "alice", name: "Alice", avatarURL: nil, createdAt: wire.clock())
        return Participant(
            id: .random(), conversation: conversation, user: user, role: .member, joinedAt: wire.clock(),
            leftAt: leftAt)
    }

    func members(_ participants: [Participant]) -> OneConversation {
        OneConversation(
            Conversation(
                id: conversation, kind: .group, name: "Tea", createdAt: wire.clock(), participants: participants))
    }

    func sender(
        to participants: [Participant], patience: Duration = LedgerSender.patience
    ) -> LedgerSender {
        LedgerSender(
            wire, members: members(participants), ledger: wire, clock: Clock(now: wire.clock), patience: patience,
            settling: .zero)
    }

    var once: LedgerSender { sender(to: [participant()]) }

    @Test func `who takes no part, or does no more, is refused before the backend is asked`() async throws {
        for (participants, reason) in [
            ([], .notParticipant), ([participant(leftAt: wire.clock())], .noLongerParticipant),
        ] as [([Participant], ChatError.Reason)] {
            let error = await #expect(throws: ChatError.self) {
                _ = try await sender(to: participants).send(try message(), key: .random())
            }
            #expect(error?.reason == reason)
        }
        #expect(wire.stored.isEmpty)
    }

    @Test func `the same form sent again and again is one message`() async throws {
        let once = self.once
        let first = try #require(try await once.send(try message(), key: try key("a")).message)
        #expect(try await once.send(try message(), key: try key("a")) == .repeated(first))
        #expect(wire.stored == [first])
    }

    @Test func `the same form sent many times at once is one message`() async throws {
        let once = self.once
        let (key, message) = (try key("a"), try message())
        let ids = try await withThrowingTaskGroup(of: MessageID?.self) { group in
            for _ in 0..<50 { group.addTask { try await once.send(message, key: key).message?.id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(wire.stored.count == 1)
    }

    @Test func `of the same form sent twice at once, the second gets the message as one that was sent before`()
        async throws
    {
        let subject = LedgerSenderTests(Wire(isSlow: true))
        let (wire, members) = (subject.wire, subject.members([subject.participant()]))
        let sender = LedgerSender(wire, members: members, ledger: wire, clock: Clock(now: wire.clock))
        let (key, message) = (try subject.key("a"), try subject.message())
        let tasks = (0..<2).map { _ in Task { try await sender.send(message, key: key) } }
        try await eventually { wire.gate.waiting == 1 && members.asked.load(ordering: .relaxed) == 2 }
        wire.gate.open()
        var outcomes: [SendOutcome] = []
        for task in tasks { outcomes.append(try await task.value) }
        let sent = try #require(wire.stored.first)
        #expect(wire.stored.count == 1)
        #expect(outcomes.contains(.sent(sent)) && outcomes.contains(.repeated(sent)))
    }

    @Test func `a cancelled request is answered at once, and does not end the attempt`() async throws {
        let subject = LedgerSenderTests(Wire(isSlow: true))
        let sender = subject.once
        let (key, message) = (try subject.key("a"), try subject.message())
        let task = Task { try await sender.send(message, key: key) }
        try await eventually { subject.wire.gate.waiting == 1 }
        task.cancel()
        let error = await #expect(throws: ChatError.self) { try await task.value }
        #expect(error?.reason == .cancelled)
        subject.wire.gate.open()
        let sent = try #require(try await sender.send(message, key: key).message)
        #expect(try await sender.send(message, key: key) == .repeated(sent))
        #expect(subject.wire.stored == [sent])
    }

    @Test func `the same words from another form are another message`() async throws {
        let once = self.once
        _ = try await once.send(try message(), key: try key("a"))
        _ = try await once.send(try message(), key: try key("b"))
        _ = try await once.send(try message("other words"), key: try key("a"))
        #expect(wire.stored.count == 3)
    }

    @Test(arguments: [ChatError.Reason.timedOut, .unavailable("down")])
    func `a sent message appears once, though the reply was lost`(reason: ChatError.Reason) async throws {
        let once = self.once
        wire.fail(reason, isStored: true)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("a")) }
        let sent = try #require(try await once.send(try message(), key: try key("a")).message)
        #expect(wire.stored == [sent])
    }

    @Test func `a message that did not arrive is sent by the next try`() async throws {
        let once = self.once
        for reason in [ChatError.Reason.timedOut, .unavailable("down"), .notParticipant] {
            wire.fail(reason, isStored: false)
            await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("a")) }
        }
        _ = try await once.send(try message(), key: try key("a"))
        #expect(wire.stored.count == 1)
    }

    @Test func `an older message with the same words is not taken for the lost one`() async throws {
        let once = self.once
        _ = try await once.send(try message(), key: try key("earlier"))
        wire.fail(.timedOut, isStored: false)
        await #expect(throws: ChatError.self) { try await once.send(try message(), key: try key("later")) }
        _ = try await once.send(try message(), key: try key("later"))
        #expect(wire.stored.count == 2)
    }

    @Test(arguments: ["", String(repeating: "a", count: 65), "a b", "a/b", "縁"]) func `a form's key is short and plain`(
        form: String
    ) {
        #expect(FormKey(form) == nil)
    }

    @Test func `a new key has 128 random bits, and is taken back as it is`() {
        let keys = Set((0..<100).map { _ in FormKey.random() })
        #expect(keys.count == 100)
        for key in keys {
            #expect(key.description.utf8.count == 32)
            #expect(FormKey(key.description) == key)
        }
    }
}
