import Chat
import ChatRecords
import Foundation
import RepositoryBehaviour
import SQLite
import Sending
import Testing

@testable import ChatStore

/// Messages that come from forms.
struct SendingTests {
    private let file = TemporaryFile()
    private let clock = ManualClock()
    private let store: ChatStore
    private let alice: User
    private let bob: User
    private let group: Conversation
    private let key = FormKey.random()

    init() async throws {
        store = try ChatStore(.file(path: file.path), clock: clock.clock)
        alice = try await store.register(.named("alice"))
        bob = try await store.register(.named("bob"))
        group = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    private func message(_ text: String = "hello", as sender: User? = nil, replyTo: MessageID? = nil) throws
        -> NewMessage
    {
        NewMessage(
            conversation: group.id, sender: (sender ?? alice).id, text: try MessageText(text), replyTo: replyTo)
    }

    private func texts() throws -> [String] {
        try store.messages(in: group.id, as: alice.id, before: nil, limit: 200).reversed().compactMap(\.text)
    }

    private func countOfKeys() throws -> Int64? {
        var connection = try Connection(.file(file.path))
        return try connection.row("SELECT count(send_key) FROM messages") { $0.integer(0) }
    }

    /// How many transactions the write-ahead log holds (https://sqlite.org/fileformat2.html#the_write_ahead_log): the
    /// frames that end one say how large the database is then.
    private func transactions() throws -> Int {
        let log = [UInt8](try Data(contentsOf: URL(filePath: file.path + "-wal")))
        func number(_ offset: Int) -> Int { log[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let salt = log[16..<24]
        let frames = stride(from: 32, to: log.count, by: 24 + number(8))
        return frames.count { log[($0 + 8)..<($0 + 16)].elementsEqual(salt) && number($0 + 4) > 0 }
    }

    @Test func `a form that was sent after a backup is stored again once that is restored, beside a newer ledger too`()
        async throws
    {
        let (backup, ledgerFile) = (TemporaryFile(), TemporaryFile())
        try DatabaseCopies.make([(file.path, backup.path)])
        let new = try message("after the backup")
        let sent = try #require(try await store.send(new, key: key).message)
        let ledger = try SendLedgerDatabase(.file(ledgerFile.path), clock: clock.clock)
        _ = try await ledger.begin(SendKey(new, key), at: clock.now)
        try await ledger.finish(SendKey(new, key), as: sent.id)
        let restored = try ChatStore(.file(path: backup.path), clock: clock.clock)
        try restored.moveSending(from: ledgerFile.path)
        let again = try #require(try await restored.send(new, key: key).message)
        #expect(again.id != sent.id)
        let stored = try restored.messages(in: group.id, as: alice.id, before: nil, limit: 200)
        #expect(stored.contains { $0.id == again.id })
        #expect(try await restored.send(new, key: key) == .repeated(again))
    }

    @Test func `the same form is one message, and the same text of another form another`() async throws {
        let first = try await store.send(try message(), key: key)
        let sent = try #require(first.message)
        #expect(first == .sent(sent))
        #expect(try await store.send(try message(), key: key) == .repeated(sent))
        for new in [try message("other words"), try message(as: bob)] {
            let outcome = try await store.send(new, key: key)
            #expect(outcome == outcome.message.map { .sent($0) })
        }
        _ = try await store.send(try message(), key: .random())
        #expect(try texts() == ["hello", "other words", "hello", "hello"])
    }

    @Test func `what was deleted is not sent again by its form`() async throws {
        let sent = try #require(try await store.send(try message(), key: key).message)
        try await store.delete(sent.id, in: group.id, as: alice.id)
        #expect(try await store.send(try message(), key: key) == .repeated(nil))
        #expect(try texts() == [])
    }

    @Test func `message, key and draft change in one transaction`() async throws {
        try await store.drafts.keep(draft: Draft("hel"), of: alice.id, in: group.id)
        try await store.drafts.keep(draft: Draft("another's"), of: bob.id, in: group.id)
        let before = try transactions()
        _ = try await store.send(try message(), key: key)
        #expect(try transactions() == before + 1)
        #expect(try countOfKeys() == 1)
        #expect(try store.drafts.drafts(of: alice.id) == [:])
        #expect(try store.drafts.draft(of: bob.id, in: group.id) == Draft("another's"))
    }

    @Test func `who may not send changes nothing`() async throws {
        try await store.drafts.keep(draft: Draft("hel"), of: bob.id, in: group.id)
        let other = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id)
        let elsewhere = try await store.send(
            NewMessage(conversation: other.id, sender: alice.id, text: try MessageText("elsewhere")))
        func reason(_ new: NewMessage) async -> ChatError.Reason? {
            do throws(ChatError) { _ = try await store.send(new, key: key) } catch { return error.reason }
            return nil
        }
        let wrong = try message(as: bob, replyTo: elsewhere.id)
        guard case .invalid? = await reason(wrong) else {
            Issue.record("an answer to another conversation")
            return
        }
        #expect(try store.drafts.draft(of: bob.id, in: group.id) == Draft("hel"))
        _ = try await store.remove(bob.id, from: group.id, by: alice.id)
        let former = try message(as: bob)
        #expect(await reason(former) == .noLongerParticipant)
        let stranger = try message(as: try await store.register(.named("carol")))
        #expect(await reason(stranger) == .notParticipant)
        #expect(try texts() == [])
    }

    @Test func `keys are forgotten after a day, some at a time`() async throws {
        let many = ChatStore.keysForgottenAtOnce + 100
        for number in 0..<many { _ = try await store.send(try message("\(number)"), key: key) }
        clock.advance(by: SendKey.memory)
        #expect(try await store.send(try message("0"), key: key).message != nil)
        #expect(try countOfKeys() == Int64(many))
        clock.advance(by: .seconds(1))
        let between = Int(ChatStore.messagesBetweenForgetting)
        for number in 0..<(2 * between) { _ = try await store.send(try message("later \(number)"), key: key) }
        #expect(try countOfKeys() == Int64(2 * between))
        #expect(try texts().count == 200)
        // A key that is forgotten can be used again.
        guard case .sent = try await store.send(try message("1"), key: key) else {
            Issue.record("the key is remembered for ever")
            return
        }
    }
}

extension Message {
    fileprivate var text: String? { if case .text(_, let text) = content { text } else { nil } }
}
