import Accounts
import Chat
import Cryptography
import RecordStores
import RepositoryBehaviour
import Testing

/// The messages that people have scheduled, in both stores.
@Suite(.eachRecordStore) struct ScheduledMessageTests {
    private let clock = ManualClock()
    private let ann = UserID.random()
    private let bob = UserID.random()
    private let room = ConversationID.random()
    private let lease = Duration.seconds(60)

    private func register() async throws -> AccountRegister {
        AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
    }

    private func message(
        _ text: String, by author: UserID? = nil, after wait: Duration = .seconds(3_600), reply: MessageID? = nil
    ) throws -> ScheduledMessage {
        ScheduledMessage(
            id: .random(), author: author ?? ann, conversation: room, text: try MessageText(text), reply: reply,
            due: clock.clock.now().adding(wait))
    }

    private func due(_ register: AccountRegister, limit: Int = 10) async throws -> [String] {
        try await register.beginScheduled(limit: limit, lease: lease).map(\.text.description)
    }

    @Test func `each is begun once when its moment has come, the earliest first`() async throws {
        let register = try await register()
        let (late, early) = (try message("late", after: .seconds(20)), try message("early", after: .seconds(10)))
        for one in [late, early, try message("of bob", by: bob, after: .seconds(15))] {
            #expect(try await register.schedule(one))
        }
        // The same form, sent twice.
        #expect(try await register.schedule(late))
        #expect(try await register.scheduledMessages(of: ann) == [early, late])
        #expect(try await due(register) == [])
        clock.advance(by: .seconds(20))
        #expect(try await register.beginScheduled(limit: 1, lease: lease, only: late.id).map(\.id) == [late.id])
        #expect(try await due(register) == ["early", "of bob"])
        #expect(try await due(register) == [])
        #expect(try await register.scheduledMessage(early.id, of: ann)?.state == .begun)
        try await register.finish(early)
        #expect(try await register.scheduledMessage(early.id, of: ann) == nil)
        // Whoever began the others has stopped.
        clock.advance(by: lease)
        #expect(try await due(register, limit: 1) == ["of bob"])
        #expect(try await due(register) == ["late"])
    }

    @Test func `the same form with another text is another message, and with another moment the same one`() async throws
    {
        let register = try await register()
        let first = try message("first")
        let sooner = clock.clock.now().adding(.seconds(10))
        func again(_ text: String) throws -> ScheduledMessage {
            ScheduledMessage(
                id: first.id, author: ann, conversation: room, text: try MessageText(text), due: sooner)
        }
        for one in [first, try again("first"), try again("second")] { #expect(try await register.schedule(one)) }
        let kept = try await register.scheduledMessages(of: ann)
        #expect(Set(kept.map(\.text.description)) == ["first", "second"] && kept.allSatisfy { $0.due == sooner })
        #expect(Set(kept.map(\.id)).count == 2)
        clock.advance(by: .seconds(10))
        #expect(Set(try await due(register)) == ["first", "second"])
    }

    @Test func `of several gateways one begins it`() async throws {
        let register = try await register()
        for number in 0..<20 { #expect(try await register.schedule(try message("\(number)", after: .zero))) }
        let begun = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<5 { group.addTask { try await self.due(register, limit: 20) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(begun.count == 20 && Set(begun).count == 20)
    }

    @Test func `what failed is tried again when it is said, or never`() async throws {
        let register = try await register()
        let one = try message("one", after: .zero, reply: .random())
        #expect(try await register.schedule(one))
        #expect(try await due(register) == ["one"])
        try await register.set(.postponed, of: one, next: clock.clock.now().adding(.seconds(30)))
        #expect(try await due(register) == [])
        // It may have been sent, so another text could be a second message.
        #expect(!(try await register.change(one.id, of: ann, text: try MessageText("two"), due: one.due)))
        clock.advance(by: .seconds(30))
        #expect(try await register.beginScheduled(limit: 1, lease: lease).first?.reply == one.reply)
        try await register.set(.late, of: one, next: nil)
        clock.advance(by: .seconds(1_000_000))
        #expect(try await due(register) == [])
        #expect(try await register.scheduledMessages(of: ann).map(\.state) == [.late])
        #expect(try await register.countOfUnsent(by: ann) == 1)
        #expect(try await register.countOfUnsent(by: bob) == 0)
        #expect(try await register.change(one.id, of: ann, text: try MessageText("again"), due: clock.clock.now()))
        #expect(try await due(register) == ["again"])
    }

    @Test func `only its author sees it, changes it and discards it, and not while it is being sent`() async throws {
        let register = try await register()
        let one = try message("one")
        #expect(try await register.schedule(one))
        let text = try MessageText("two")
        #expect(try await register.scheduledMessage(one.id, of: bob) == nil)
        #expect(!(try await register.change(one.id, of: bob, text: text, due: one.due)))
        #expect(!(try await register.discard(one.id, of: bob)))
        let soon = clock.clock.now().adding(.seconds(1))
        #expect(try await register.change(one.id, of: ann, text: text, due: soon))
        clock.advance(by: .seconds(1))
        #expect(try await due(register) == ["two"])
        #expect(!(try await register.change(one.id, of: ann, text: text, due: soon)))
        #expect(!(try await register.discard(one.id, of: ann)))
        try await register.set(.refused, of: one, next: nil)
        #expect(try await register.discard(one.id, of: ann))
        #expect(!(try await register.discard(one.id, of: ann)))
        #expect(try await register.scheduledMessages(of: ann) == [])
    }

    @Test func `a person has so many, and they go with the person`() async throws {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        for _ in 0..<ScheduledMessage.maximumOfPerson { #expect(try await register.schedule(try message("one"))) }
        #expect(!(try await register.schedule(try message("one too many"))))
        #expect(try await register.schedule(try message("hers", by: bob)))
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        _ = try await sessions.erase(ann)
        #expect(try await register.scheduledMessages(of: ann) == [])
        #expect(try await register.scheduledMessages(of: bob).count == 1)
    }
}
