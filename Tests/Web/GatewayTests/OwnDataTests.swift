import Accounts
import Chat
import ChatStore
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let data = "/profile/data"
private let deletion = "/profile/delete"

/// One's data as a file.
@Suite struct OwnDataTests {
    /// What the operator's command writes.
    private func export(_ user: UserID, _ site: SiteUnderTest) async throws -> String {
        let store = try #require(site.store)
        let people = try #require(site.site.parts.people)
        let export = PersonalDataExport(
            people, store.repositories, drafts: store.drafts, identities: site.identities, audit: site.audit)
        var bytes: [UInt8] = []
        try await export.write(user) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ["en", "ja"])
    func `a person gets the file that the operator's command writes, and nobody else's`(language: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "only Alice wrote this"])
            let bob = try await site.browser(signedInAs: "bob", language: language)
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "Bob <said> \"this\""])
            #expect(try await bob.get("/profile").text.contains("action=\"\(data)\""))
            let page = try await bob.post(data, [:])
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            #expect(page.text.contains(language == "ja" ? "32 MiBまで" : "at most 32 MiB"))
            #expect(!page.text.contains("Bob &lt;said&gt;"))

            try await site.repositories.pictures.set(StoredPicture([0, 1, 2]), of: .bob)
            let expected = try await export(.bob, site)
            // A form can't ask for another person's.
            let file = try await bob.post(data, ["download": "1", "user": "\(UserID.alice)", "id": "\(UserID.alice)"])
            #expect(file.status == .ok && file.headers[.contentType] == "application/json")
            #expect(file.headers["Content-Disposition"] == #"attachment; filename="engawa-bob.json""#)
            #expect(file.headers[.cacheControl] == "no-store" && file.headers["X-Content-Type-Options"] == "nosniff")
            #expect(file.text == expected)
            let json = try #require(try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any])
            #expect((json["profile"] as? [String: Any])?["id"] as? String == "\(UserID.bob)")
            #expect((json["account"] as? [String: Any])?["picture"] as? String == "AAEC")
            let texts = (json["messages"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? []
            #expect(texts.last == "Bob <said> \"this\"")
            #expect(!file.text.contains("only Alice wrote this"))
            let event = try await #require(try site.audit.newest(1).first)
            #expect(event.kind == .dataExported && event.user == .bob && event.actor == nil)
            #expect(event.detail == "by the person")
        }
    }

    @Test func `without a fresh proof there is no file, and after it the page that leads to the file`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await bob.post(data, ["download": "1"])
            #expect(asked.status == .forbidden && asked.headers["Content-Disposition"] == nil)
            let wrong = try await bob.post("/profile/confirm", asked.deferred.with("user", "alice"))
            #expect(wrong.status == .unprocessableContent)
            let page = try await bob.post("/profile/confirm", asked.deferred.with("user", "bob"))
            #expect(page.status == .ok && page.headers["Content-Disposition"] == nil)
            #expect(page.text.contains(#"name="download""#))
            #expect(try await site.audit.newest(99).allSatisfy { $0.kind != .dataExported })
            #expect(try await bob.post(data, ["download": "1"]).headers["Content-Disposition"] != nil)
            let stranger = try await site.browser().post(data, ["download": "1"])
            #expect(stranger.status == .unauthorized)
        }
    }

    @Test(arguments: ["en", "ja"])
    func `a second file is refused while one is written`(language: String) async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob", language: language)
            var lease: Lease? = try site.site.parts.files.begin(for: .bob, isLimited: true)
            let refused = try await bob.post(data, ["download": "1"])
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "5")
            #expect(refused.text.contains(language == "ja" ? "いま作成中、または送信中です" : "is being written or sent already"))
            #expect(try await site.browser(signedInAs: "alice").post(data, ["download": "1"]).status == .ok)
            lease = nil
            #expect(lease == nil)
            // Those before have ended, and count no more.
            for _ in 0..<2 { #expect(try await bob.post(data, ["download": "1"]).status == .ok) }
        }
    }

    @Test(arguments: ["en", "ja"])
    func `a file that is too large is refused with a sentence that says who can help`(language: String) async throws {
        try await withSite(.embedded, maximumDataFile: .mebibytes(1)) { site in
            let store = try #require(site.store)
            let text = try MessageText(String(repeating: "x", count: 4_000))
            let conversation = try #require(ConversationID(veranda))
            for _ in 0..<300 {
                _ = try await store.send(NewMessage(conversation: conversation, sender: .bob, text: text))
            }
            let bob = try await site.browser(signedInAs: "bob", language: language)
            let refused = try await bob.post(data, ["download": "1"])
            #expect(refused.status == .unprocessableContent && refused.headers["Content-Disposition"] == nil)
            #expect(refused.text.contains("engawa accounts export"))
            #expect(refused.text.contains(language == "ja" ? "1 MiBを超える" : "more than 1 MiB"))
            #expect(try await site.audit.newest(99).allSatisfy { $0.kind != .dataExported })
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.post(data, ["download": "1"]).status == .ok)
        }
    }

    @Test func `files are written for one person only so often`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            for _ in 0..<RequestBudget.exporting.size.burst {
                #expect(try await bob.post(data, ["download": "1"]).status == .ok)
            }
            let refused = try await bob.post(data, ["download": "1"])
            #expect(refused.status == .tooManyRequests && refused.headers["Content-Disposition"] == nil)
        }
    }

    @Test func `before a backend that manages its own people neither is offered`() async throws {
        try await withSite(.remote) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let profile = try await alice.get("/profile").text
            #expect(!profile.contains(data) && !profile.contains(deletion))
            #expect(try await alice.post(data, ["download": "1"]).status == .notFound)
            #expect(try await alice.post(deletion, ["sure": "1"]).status == .notFound)
            #expect(try await alice.get("/profile").status == .ok)
        }
    }
}

/// Deleting one's account.
@Suite struct OwnDeletionTests {
    @Test(arguments: ["en", "ja"])
    func `who deletes the account is signed out everywhere, and gone`(language: String) async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob", language: language)
            let other = try await site.browser(signedInAs: "bob")
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "it stays"])
            let stream = try site.stream(other)
            try await stream.wait { !$0.events("ready").isEmpty }
            #expect(try await bob.get("/profile").text.contains("action=\"\(deletion)\""))

            let page = try await bob.post(deletion, [:])
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            #expect(page.text.contains(language == "ja" ? "元に戻せません" : "can&#39;t be undone"))
            #expect(page.text.contains(#"name="sure""#))
            // Only the other box is ticked.
            #expect(try await bob.post(deletion, ["messages": "1"]).status == .ok)
            #expect(try await bob.get("/profile").status == .ok)

            let done = try await bob.post(deletion, ["sure": "1"])
            #expect(done.status == .seeOther && done.headers[.location] == "/sign-in?account-deleted")
            #expect(bob.cookies["session"] == nil && bob.cookies["last-user"] == nil)
            let signIn = try await bob.get("/sign-in?account-deleted")
            #expect(signIn.text.contains(language == "ja" ? "アカウントを削除しました。" : "Your account is deleted."))
            try await stream.wait(\.isEnded)
            #expect(try await other.get("/profile").status == .seeOther)
            #expect(try await site.browser().post("/sign-in", ["user": "bob"]).status == .unprocessableContent)
            let alice = try await site.browser(signedInAs: "alice")
            let thread = try await alice.get("/conversations/\(veranda)")
            #expect(thread.text.contains("it stays") && thread.text.contains("Former member"))

            let events = try await site.audit.newest(3, about: .bob)
            #expect(events.map(\.kind) == [.accountDeleted, .sessionRevoked, .sessionRevoked])
            #expect(events.allSatisfy { $0.actor == nil && $0.detail?.hasPrefix("by the person, ") == true })
            #expect(events[0].detail == "by the person, without the messages")
        }
    }

    @Test func `messages go too where that is asked for`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "it goes"])
            #expect(try await bob.post(deletion, ["sure": "1", "messages": "1"]).status == .seeOther)
            let alice = try await site.browser(signedInAs: "alice")
            let thread = try await alice.get("/conversations/\(veranda)").text
            #expect(!thread.contains("it goes"))
            #expect(try await site.audit.newest(1, about: .bob).first?.detail == "by the person, with the messages")
        }
    }

    @Test func `without a fresh proof nothing is deleted, and after it only the page is shown`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await site.browser().post(deletion, ["sure": "1"]).status == .unauthorized)
            #expect(try await bob.post(deletion, ["sure": "1"], origin: "http://evil.test").status == .forbidden)
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await bob.post(deletion, ["sure": "1"])
            #expect(asked.status == .forbidden)
            // A form that names the deletion as what waits for the proof.
            let forged: Form = ["deed": .init(deletion), "deed-fields": "", "user": "alice"]
            #expect(try await bob.post("/profile/confirm", forged).status == .unprocessableContent)
            let page = try await bob.post("/profile/confirm", asked.deferred.with("user", "bob"))
            #expect(page.status == .ok && page.text.contains(#"name="sure""#))
            #expect(try await site.repositories.users.user(.bob).alias == "bob")
            #expect(try await bob.post(deletion, ["sure": "1"]).headers[.location] == "/sign-in?account-deleted")
        }
    }

    @Test(arguments: ["en", "ja"])
    func `the last admin is told why they can't go, and goes when there is another`(language: String) async throws {
        try await withSite(.embedded) { site in
            try await site.accounts.set(.admin, of: .alice)
            // An admin who can't sign in does not count.
            try await site.accounts.set(.admin, of: .bob)
            try await site.accounts.disable(.bob)
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let page = try await alice.post(deletion, [:])
            let words = language == "ja" ? "ただ一人の管理者" : "the only admin"
            #expect(page.status == .ok && page.text.contains(words) && !page.text.contains(#"name="sure""#))
            let refused = try await alice.post(deletion, ["sure": "1"])
            #expect(refused.status == .conflict && refused.text.contains(words))
            #expect(try await alice.get("/admin/people").status == .ok)
            try await site.accounts.enable(.bob)
            #expect(try await alice.post(deletion, ["sure": "1"]).headers[.location] == "/sign-in?account-deleted")
        }
    }

    @Test func `of two last admins who go at once one stays`() async throws {
        try await withSite(.embedded) { site in
            for admin in [UserID.alice, .bob] { try await site.accounts.set(.admin, of: admin) }
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            async let one = alice.post(deletion, ["sure": "1"]).status
            async let other = bob.post(deletion, ["sure": "1"]).status
            let statuses = Set([try await one, try await other])
            #expect(statuses == [.seeOther, .conflict])
        }
    }
}
