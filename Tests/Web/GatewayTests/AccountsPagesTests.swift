import Accounts
import Chat
import ChatStore
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let people = "/admin/people"
private let bobsPage = "\(people)/\(UserID.bob)"

@Suite struct AccountsPagesTests {
    private func withAdmin(
        hasPasswords: Bool = false, language: String = "en", _ body: (SiteUnderTest, Browser) async throws -> Void
    ) async throws {
        try await withSite(.embedded, hasPasswords: hasPasswords) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            try await site.accounts.set(.admin, of: .alice)
            try await body(site, alice)
        }
    }

    /// The events about Bob, oldest first.
    private func events(_ site: SiteUnderTest) async throws -> [AuditEvent] {
        try await site.audit.newest(about: .bob).reversed()
    }

    @Test func `a member is told that there are no such pages`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await bob.get(people).status == .notFound)
            #expect(try await bob.get(bobsPage).status == .notFound)
            #expect(try await bob.post(bobsPage, ["action": "disable"]).status == .notFound)
            let profile = try await bob.get("/profile").text
            #expect(!profile.contains(people))
        }
    }

    @Test func `before a backend that manages its own people there are no such pages`() async throws {
        try await withSite(.remote) { site in
            let alice = try await site.browser(signedInAs: "alice")
            try await site.accounts.set(.admin, of: .alice)
            #expect(try await alice.get(people).status == .notFound)
            let profile = try await alice.get("/profile").text
            #expect(!profile.contains(people))
        }
    }

    @Test(arguments: ["en", "ja"]) func `the pages are what they were`(language: String) async throws {
        try await withAdmin(hasPasswords: true, language: language) { site, alice in
            _ = try await site.browser(signedInAs: "bob")
            try await site.accounts.disable(.haruka)
            let id = try await #require(try site.sessions.sessions(of: .bob).first?.id)
            try expectPage(try await alice.get("\(people)?q=a"), "accounts.\(language)")
            let page = Answer(try await alice.get(bobsPage), replacing: id, with: "session-0")
            try expectPage(page, "account.\(language)")
            try expectPage(
                try await alice.get("\(people)/\(UserID.haruka)?done=disabled"), "account.disabled.\(language)")
            let link = try await alice.post(bobsPage, ["action": "password-link"])
            let address = try #require(link.match(#"value="(http://[^"]*)""#))
            try expectPage(Answer(link, replacing: address, with: "address"), "account.link.\(language)")
        }
    }

    @Test func `a page has a bounded number of people and a bounded size, however many there are`() async throws {
        try await withAdmin { site, alice in
            let store = try #require(site.store)
            let longest = String(repeating: "縁", count: DisplayName.maximumCharacters)
            for number in 0..<(3 * AccountsFeature.pageSize) {
                let alias = try #require(Alias("guest-with-a-long-alias-\(number)"))
                let name = try #require(DisplayName("\(longest.dropLast(4)) \(number)"))
                _ = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil))
            }
            for path in [people, "\(people)?after=guest", "\(people)?q=guest"] {
                let page = try await alice.get(path)
                #expect(page.text.matches(of: /data-alias="/).count == AccountsFeature.pageSize, "\(path)")
                #expect(page.text.utf8.count < 64_000, "\(path): \(page.text.utf8.count)")
            }
        }
    }

    @Test(arguments: ["en", "ja"])
    func `an admin sees everybody, a page at a time, and finds people by name`(language: String) async throws {
        try await withAdmin(language: language) { site, alice in
            let store = try #require(site.store)
            for number in 100..<(100 + 2 * AccountsFeature.pageSize) {
                let alias = try #require(Alias("guest\(number)"))
                let name = try #require(DisplayName("Guest \(number)"))
                _ = try await store.register(NewUser(alias: alias, name: name, avatarURL: nil))
            }
            let profile = try await alice.get("/profile").text
            #expect(profile.contains("href=\"\(people)\""))
            var (next, seen, pages): (String?, [String], Int) = (people, [], 0)
            while let path = next {
                let page = try await alice.get(path)
                seen += page.text.matches(of: /data-alias="([^"]*)"/).map { String($0.output.1) }
                pages += 1
                next = page.match(#"class="older" href="([^"]*)""#)
            }
            #expect(pages == 3)
            #expect(seen == seen.sorted() && Set(seen).count == seen.count)
            let guests = seen.filter { $0.hasPrefix("guest") }
            #expect(guests.count == 2 * AccountsFeature.pageSize)
            let found = try await alice.get("\(people)?q=guest117")
            #expect(found.text.contains("@guest117") && !found.text.contains("@bob"))
            let many = try await alice.get("\(people)?q=guest")
            #expect(many.text.contains(language == "ja" ? "ほかにも見つかりました" : "More people match"))
            #expect(try await alice.get("\(people)?after=A%20B").status == .notFound)
        }
    }

    @Test func `an admin disables a person, who is signed out and can't come back until enabled`() async throws {
        try await withAdmin { site, alice in
            let bob = try await site.browser(signedInAs: "bob")
            let answer = try await alice.post(bobsPage, ["action": "disable"])
            #expect(answer.headers[.location] == "\(bobsPage)?done=disabled")
            #expect(try await alice.get("\(bobsPage)?done=disabled").text.contains("The account is disabled."))
            #expect(try await bob.get("/profile").status == .seeOther)
            #expect(try await bob.post("/sign-in", ["user": "bob"]).status == .forbidden)
            #expect(try await alice.post(bobsPage, ["action": "enable"]).status == .seeOther)
            #expect(try await bob.post("/sign-in", ["user": "bob"]).status == .seeOther)
            let kinds = try await events(site).filter { $0.actor == .alice }.map(\.kind)
            #expect(kinds == [.userDisabled, .sessionRevoked, .userEnabled])
        }
    }

    @Test func `an admin renames a person, but not to an alias that is taken`() async throws {
        try await withAdmin { site, alice in
            let taken = try await alice.post(bobsPage, ["action": "rename", "name": "Bob", "alias": "haruka"])
            #expect(taken.status == .conflict)
            #expect(taken.text.contains("value=\"haruka\""), "what was typed is kept")
            let wrong = try await alice.post(bobsPage, ["action": "rename", "name": " ", "alias": "bob"])
            #expect(wrong.status == .unprocessableContent)
            let done = try await alice.post(bobsPage, ["action": "rename", "name": "Robert", "alias": "robert"])
            #expect(done.headers[.location] == "\(bobsPage)?done=renamed")
            #expect(try await site.repositories.users.user(.bob).name == "Robert")
            #expect(try await alice.get(bobsPage).text.contains("robert"))
            let event = try await #require(try events(site).last)
            #expect(event.kind == .accountRenamed && event.actor == .alice)
            #expect(event.detail == "by an admin, from bob to robert")
        }
    }

    @Test func `an admin ends one session of a person, or all`() async throws {
        try await withAdmin { site, alice in
            let (one, other) = (try await site.browser(signedInAs: "bob"), try await site.browser(signedInAs: "bob"))
            let id = try await #require(try site.sessions.sessions(of: .bob).first?.id)
            #expect(try await alice.get(bobsPage).text.contains(id))
            _ = try await alice.post(bobsPage, ["action": "end-session", "session": id])
            #expect(try await site.sessions.sessions(of: .bob).count == 1)
            _ = try await alice.post(bobsPage, ["action": "end-sessions"])
            let left = try await site.sessions.sessions(of: .bob)
            #expect(left.isEmpty)
            #expect(try await one.get("/profile").status == .seeOther)
            #expect(try await other.get("/profile").status == .seeOther)
            let ended = try await events(site).filter { $0.kind == .sessionRevoked && $0.actor == .alice }
            #expect(ended.count == 2)
        }
    }

    @Test func `a link for a new password is shown once, works once, and stands in no log`() async throws {
        try await withAdmin(hasPasswords: true) { site, alice in
            let page = try await alice.post(bobsPage, ["action": "password-link"])
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            let link = try #require(page.match(#"value="http://[^/"]*(/link\?token=[^"]*)""#))
            let again = try await alice.get(bobsPage).text
            #expect(!again.contains("token="))
            let token = try #require(link.firstIndex(of: "=").map { String(link[link.index(after: $0)...]) })
            #expect(try await site.links.link(try #require(LinkToken(token))).maker == .alice)
            let form: Form = ["token": .init(token), "password": "a veranda in the afternoon"]
            #expect(try await site.browser().post("/link", form).status == .ok)
            #expect(try await site.browser().post("/link", form).status == .notFound)
            let made = try await #require(try events(site).first { $0.kind == .linkMade })
            #expect(made.actor == .alice && made.detail?.contains(token) == false)
            #expect(!site.log.all.contains(token))
        }
    }

    @Test func `without passwords there is a link that removes second factors only`() async throws {
        try await withAdmin { site, alice in
            let page = try await alice.get(bobsPage).text
            #expect(!page.contains("password-link"))
            #expect(try await alice.post(bobsPage, ["action": "password-link"]).status == .badRequest)
            #expect(try await alice.post(bobsPage, ["action": "factors-link"]).text.contains("/link?token="))
        }
    }

    @Test func `an admin deletes a person, who is gone from the list and signed out`() async throws {
        try await withAdmin { site, alice in
            let bob = try await site.browser(signedInAs: "bob")
            let answer = try await alice.post(bobsPage, ["action": "delete"])
            #expect(answer.headers[.location] == "\(people)?done=deleted")
            let list = try await alice.get(people).text
            #expect(!list.contains("@bob"))
            #expect(try await alice.get(bobsPage).status == .notFound)
            #expect(try await alice.post(bobsPage, ["action": "disable"]).status == .notFound)
            #expect(try await bob.get("/profile").status == .seeOther)
            let event = try await #require(try events(site).last)
            #expect(event.kind == .accountDeleted && event.actor == .alice)
            #expect(event.detail == "by an admin, without the messages")
        }
    }

    @Test func `an admin can't disable or delete themselves here`() async throws {
        try await withAdmin { site, alice in
            let own = "\(people)/\(UserID.alice)"
            let page = try await alice.get(own).text
            #expect(!page.contains("value=\"delete\""))
            for action in ["disable", "delete"] {
                #expect(try await alice.post(own, ["action": .init(action)]).status == .badRequest)
            }
            #expect(try await alice.get(people).status == .ok)
        }
    }

    @Test func `an admin proves again who they are before changing an account`() async throws {
        try await withAdmin { site, alice in
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await alice.post(bobsPage, ["action": "disable"])
            #expect(asked.status == .forbidden)
            #expect(try await site.accounts.account(of: .bob).disabledAt == nil)
            let done = try await alice.post("/profile/confirm", asked.deferred.with("user", "alice"))
            #expect(done.headers[.location] == "\(bobsPage)?done=disabled")
            #expect(try await site.accounts.account(of: .bob).disabledAt != nil)
        }
    }
}
