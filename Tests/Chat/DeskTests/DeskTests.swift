import Chat
import Desk
import Foundation
import RepositoryBehaviour
import SQLite
import Testing

@Suite struct DeskTests {
    private let user = UserID.random()
    private let conversation = ConversationID.random()

    @Test func `a draft is kept for one person in one conversation, and dropped when it is sent or emptied`() throws {
        let desk = try Desk(.memory)
        try desk.keep(draft: "half", of: user, in: conversation)
        try desk.keep(draft: " half a thought\n", of: user, in: conversation)
        #expect(try desk.draft(of: user, in: conversation) == " half a thought\n")
        #expect(try desk.draft(of: .random(), in: conversation) == nil)
        #expect(try desk.draft(of: user, in: .random()) == nil)
        #expect(try desk.drafts(of: user) == [conversation: " half a thought\n"])
        try desk.keep(draft: "  \n", of: user, in: conversation)
        #expect(try desk.drafts(of: user).isEmpty)
    }

    @Test func `a draft is there after a restart, with others beside it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let location = Location.file(folder.appending(path: "desk.sqlite").path)
        let other = UserID.random()
        try Desk(location).keep(draft: "half", of: user, in: conversation)
        let desk = try Desk(location)
        #expect(try desk.draft(of: user, in: conversation) == "half")
        #expect(try desk.drafts(of: other).isEmpty)
        try desk.keep(draft: "a thought", of: other, in: conversation)
        #expect(try desk.draft(of: other, in: conversation) == "a thought")
        #expect(try Desk(location).drafts(of: other) == [conversation: "a thought"])
    }

    @Test func `a draft may be longer than a message, but not endless`() throws {
        let desk = try Desk(.memory)
        try desk.keep(draft: String(repeating: "縁", count: 200_000), of: user, in: conversation)
        #expect(try desk.draft(of: user, in: conversation)?.unicodeScalars.count == Desk.maximumDraftCharacters)
    }

    @Test func `the ledger tells what became of a wish to send`() throws {
        let desk = try Desk(.memory)
        let text = try MessageText("hello")
        let key = try #require(SendKey(user: user, conversation: conversation, form: "f-1", text: text))
        let other = try #require(SendKey(user: user, conversation: conversation, form: "f-2", text: text))
        let moment = Timestamp(milliseconds: 1_000)
        let message = MessageID.random()
        #expect(try desk.begin(key, at: moment) == .new)
        #expect(try desk.begin(key, at: moment.adding(.seconds(1))) == .unknown(since: moment))
        try desk.finish(key, as: message)
        #expect(try desk.begin(key, at: moment) == .sent(message))
        #expect(try desk.isTaken(message))
        #expect(try desk.begin(other, at: moment) == .new)
        try desk.forget(other)
        #expect(try desk.begin(other, at: moment) == .new)
        #expect(try desk.begin(key, at: moment.adding(.seconds(48 * 3_600))) == .sent(message))
    }

    @Test(arguments: ["", String(repeating: "a", count: 65), "a b", "a/b", "縁"]) func `a form's key is short and plain`(
        form: String
    ) throws {
        #expect(SendKey(user: user, conversation: conversation, form: form, text: try MessageText("x")) == nil)
    }
}
