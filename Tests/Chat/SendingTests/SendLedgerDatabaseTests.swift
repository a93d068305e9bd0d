import Chat
import Foundation
import RepositoryBehaviour
import SQLite
import Sending
import Testing

@Suite struct SendLedgerDatabaseTests {
    private let user = UserID.random()
    private let conversation = ConversationID.random()

    @Test func `a draft is kept for one person in one conversation, and dropped when it is sent or emptied`()
        async throws
    {
        let drafts = try SendLedgerDatabase(.memory).drafts
        try await drafts.keep(draft: Draft("half"), of: user, in: conversation)
        try await drafts.keep(draft: Draft(" half a thought\n"), of: user, in: conversation)
        #expect(try drafts.draft(of: user, in: conversation) == Draft(" half a thought\n"))
        #expect(try drafts.draft(of: .random(), in: conversation) == nil)
        #expect(try drafts.draft(of: user, in: .random()) == nil)
        #expect(try drafts.drafts(of: user) == [conversation: " half a thought\n"])
        try await drafts.keep(draft: Draft("  \n"), of: user, in: conversation)
        #expect(try drafts.drafts(of: user).isEmpty)
    }

    @Test func `a draft of the version before is there, and can reply from now on`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try await SendLedgerDatabase(.file(path)).drafts.keep(draft: Draft("half"), of: user, in: conversation)
        do {
            var connection = try Connection(.file(path))
            try connection.execute("ALTER TABLE draft DROP COLUMN reply_to; PRAGMA user_version = 2")
        }
        let drafts = try SendLedgerDatabase(.file(path)).drafts
        #expect(try drafts.draft(of: user, in: conversation) == Draft("half"))
        let reply = Draft("half", reply: .random())
        try await drafts.keep(draft: reply, of: user, in: conversation)
        #expect(try drafts.draft(of: user, in: conversation) == reply)
    }

    @Test func `a draft is there after a restart, with others beside it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let location = Location.file(folder.appending(path: "desk.sqlite").path)
        let other = UserID.random()
        try await SendLedgerDatabase(location).drafts.keep(draft: Draft("half"), of: user, in: conversation)
        let drafts = try SendLedgerDatabase(location).drafts
        #expect(try drafts.draft(of: user, in: conversation) == Draft("half"))
        #expect(try drafts.drafts(of: other).isEmpty)
        try await drafts.keep(draft: Draft("a thought"), of: other, in: conversation)
        #expect(try drafts.draft(of: other, in: conversation) == Draft("a thought"))
        #expect(try SendLedgerDatabase(location).drafts.drafts(of: other) == [conversation: "a thought"])
    }

    @Test func `a draft may be longer than a message, but not endless`() async throws {
        let drafts = try SendLedgerDatabase(.memory).drafts
        try await drafts.keep(draft: Draft(String(repeating: "縁", count: 200_000)), of: user, in: conversation)
        #expect(
            try drafts.draft(of: user, in: conversation)?.text.unicodeScalars.count == DraftLimits.maximumCharacters)
    }

    @Test func `a draft's key stays as long as its text`() async throws {
        let drafts = try SendLedgerDatabase(.memory).drafts
        let (key, other) = (FormKey.random(), FormKey.random())
        func kept(_ draft: Draft) async throws -> Draft? {
            try await drafts.keep(draft: draft, of: user, in: conversation)
            return try drafts.draft(of: user, in: conversation)
        }
        #expect(try await kept(Draft("half", key: key)) == Draft("half", key: key))
        #expect(try await kept(Draft("half")) == Draft("half", key: key))
        #expect(try await kept(Draft("half", key: other)) == Draft("half", key: other))
        #expect(try await kept(Draft("half a thought")) == Draft("half a thought"))
        #expect(try await kept(Draft("half")) == Draft("half"))
    }

    @Test func `the ledger tells what became of an attempt to send, and drops the draft of what was sent`() async throws
    {
        let ledger = try SendLedgerDatabase(.memory)
        let text = try MessageText("hello")
        let new = NewMessage(conversation: conversation, sender: user, text: text)
        let key = SendKey(new, try #require(FormKey("f-1")))
        let other = SendKey(new, try #require(FormKey("f-2")))
        let moment = Timestamp(milliseconds: 1_000)
        let message = MessageID.random()
        #expect(try await ledger.begin(key, at: moment) == .new)
        #expect(try await ledger.begin(key, at: moment.adding(.seconds(1))) == .unknown(since: moment))
        try await ledger.drafts.keep(draft: Draft("hel"), of: user, in: conversation)
        try await ledger.finish(key, as: message)
        #expect(try ledger.drafts.draft(of: user, in: conversation) == nil)
        #expect(try await ledger.begin(key, at: moment) == .sent(message))
        #expect(try ledger.isTaken(message))
        #expect(try await ledger.begin(other, at: moment) == .new)
        try await ledger.forget(other)
        #expect(try await ledger.begin(other, at: moment) == .new)
        #expect(try await ledger.begin(key, at: moment.adding(.seconds(48 * 3_600))) == .sent(message))
    }
}
