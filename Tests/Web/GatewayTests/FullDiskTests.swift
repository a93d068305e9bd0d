import Chat
import Eventually
import Foundation
import HTTP
import SQLite
import Testing

@testable import ChatStore
@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// What can't be written is said, the text stays, and reading goes on.
@Suite struct FullDiskTests {
    /// The content of the text box.
    private func box(_ answer: Answer) -> String? {
        answer.match(#"<textarea[^>]*name="text"[^>]*>\n([^<]*)</textarea>"#)
    }

    @Test(arguments: [("en", "disk is full"), ("ja", "ディスクがいっぱい")])
    func `a message for which the disk has no room is 507 and keeps its text, and is sent once there is room`(
        language: String, words: String
    ) async throws {
        try await withSite(.embedded) { site in
            let database = try #require(site.store).database
            let browser = try await site.browser(signedInAs: "alice", language: language)
            // No page more than there are now; a long text needs some.
            try database.writeNow { try $0.execute("PRAGMA max_page_count = 1") }
            let text = String(repeating: "縁側", count: 4_000)
            let form: Form = ["text": text, "key": "0123456789abcdef0123456789abcdef"]
            let refused = try await browser.post("/conversations/\(veranda)/messages", form)
            #expect(refused.status == .insufficientStorage)
            #expect(refused.text.contains(words))
            #expect(box(refused) == text)
            #expect(!refused.messageIDs.isEmpty)
            #expect(site.log.all.contains("a message was not sent") && site.log.all.contains("diskFull"))
            try database.writeNow { try $0.execute("PRAGMA max_page_count = 1000000") }
            #expect(try await browser.post("/conversations/\(veranda)/messages", form).status == .seeOther)
            #expect(try await browser.get("/conversations/\(veranda)").text.contains(text))
        }
    }

    @Test func `where files were moved away changes are refused and the unread is shown, until they are back`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "engawa-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await withSite(.embedded, chat: .file(path: folder.appending(path: "chat.sqlite").path)) { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            #expect(try await bob.post("/conversations/\(veranda)/messages", ["text": "unread"]).status == .seeOther)
            let away = folder.appendingPathExtension("away")
            try FileManager.default.moveItem(at: folder, to: away)
            let page = try await alice.get("/conversations/\(veranda)")
            #expect(page.status == .ok)
            #expect(page.text.contains("unread"))
            #expect(site.log.all.contains("a read mark was not kept"))
            let refused = try await alice.post("/conversations/\(veranda)/messages", ["text": "keep me"])
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.text.contains("can&#39;t write to its files"))
            #expect(box(refused) == "keep me")
            let draft = try await alice.post("/conversations/\(veranda)/draft", ["text": "a draft"])
            #expect(draft.status == .serviceUnavailable)
            #expect(try await alice.get("/readyz").status == .serviceUnavailable)
            try FileManager.default.moveItem(at: away, to: folder)
            #expect(try await alice.post("/conversations/\(veranda)/messages", ["text": "back"]).status == .seeOther)
            try await eventually { try await alice.get("/readyz").status == .ok }
        }
    }
}
