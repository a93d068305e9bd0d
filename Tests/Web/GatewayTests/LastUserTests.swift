import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

/// The user of the last sign-in by User ID, whom the sign-in page offers.
@Suite struct LastUserTests {
    private func signedOut(_ site: SiteUnderTest, language: String = "en") async throws -> Browser {
        let browser = try await site.browser(signedInAs: "alice", language: language)
        try #require(try await browser.post("/sign-out", [:]).headers[.location] == "/sign-in?signed-out")
        return browser
    }

    private func cookie(_ answer: Answer) -> String? {
        answer.headers.values(of: .setCookie).first { $0.contains("last-user=") }
    }

    @Test func `after sign-out the last user ID is offered, and signs in`() async throws {
        try await withSite(.embedded) { site in
            let japanese = try await signedOut(site, language: "ja")
            let page = try await japanese.get("/sign-in?signed-out")
            #expect(page.text.contains("前回のID: alice"))
            #expect(page.text.contains("サインアウトしました。"))
            let browser = try await signedOut(site)
            #expect(try await browser.get("/sign-in").text.contains("Last ID: alice"))
            let id = try #require(try await browser.get("/sign-in").match(#"name="last" value="([^"]*)""#))
            let answer = try await browser.post("/sign-in", ["user": "", "last": id, "return": "/bookmarks"])
            #expect(answer.headers[.location] == "/bookmarks")
            #expect(try await site.sessions.all().contains { $0.alias == "alice" })
        }
    }

    @Test func `nobody is offered before the first sign-in, nor where nobody signs in by User ID`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser()
            #expect(!(try await browser.get("/sign-in").text.contains("Last ID")))
        }
        try await withSite(.embedded, methods: { _ in SignInMethods() }) { site in
            let browser = try site.browser()
            let user = LastUser(id: .alice, alias: "alice")
            browser.cookies["last-user"] = site.sessions.sealed(user)
            #expect(!(try await browser.get("/sign-in").text.contains("Last ID")))
        }
    }

    @Test func `the cookie tells the browser nothing, and goes to the sign-in page only`() async throws {
        try await withSite(.embedded) { site in
            let plain = try #require(cookie(try await site.browser().post("/sign-in", ["user": "alice"])))
            #expect(plain.hasSuffix("; Path=/sign-in; SameSite=Strict; HttpOnly; Max-Age=31536000"))
            #expect(!plain.contains("alice") && !plain.contains("\(UserID.alice)"))
            // Who does not stay signed in is not remembered either, once the browser is closed.
            let brief = try #require(
                cookie(try await site.browser().post("/sign-in", ["user": "alice", "stay": "off"])))
            #expect(brief.hasSuffix("; Path=/sign-in; SameSite=Strict; HttpOnly"))
        }
        try await withSite(.embedded, publicURL: "https://chat.example") { site in
            let answer = try await site.browser().post(
                "/sign-in", ["user": "alice"], origin: "https://chat.example")
            let secure = try #require(cookie(answer))
            #expect(secure.hasPrefix("__Secure-last-user="))
            #expect(secure.hasSuffix("; Path=/sign-in; SameSite=Strict; HttpOnly; Secure; Max-Age=31536000"))
        }
    }

    @Test func `the last user ID can be forgotten, and an unsent text is kept`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await signedOut(site)
            let answer = try await browser.post("/sign-in/last-user", ["return": "/bookmarks"])
            #expect(answer.headers[.location] == "/sign-in?return=%2Fbookmarks")
            #expect(browser.cookies["last-user"] == nil)
            #expect(!(try await browser.get("/sign-in").text.contains("Last ID")))

            let writing = try await signedOut(site)
            let path = "/conversations/550e8400-e29b-41d4-a716-446655450001/messages"
            let page = try await writing.post(path, ["text": "almost lost"])
            #expect(page.status == .unauthorized && page.text.contains("Last ID: alice"))
            let conversation = try #require(page.match(#"name="conversation" value="([^"]*)""#))
            let without = try await writing.post(
                "/sign-in/last-user", ["text": "almost lost", "conversation": conversation])
            #expect(without.text.contains("almost lost") && !without.text.contains("Last ID"))
            #expect(writing.cookies["last-user"] == nil)
        }
    }

    @Test func `a cookie that this site has not written offers nobody`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await signedOut(site)
            let own = try #require(browser.cookies["last-user"])
            for forged in ["alice", "", own + "A", String(own.dropLast()), String(repeating: "A", count: 5_000)] {
                browser.cookies["last-user"] = forged
                let page = try await browser.get("/sign-in")
                #expect(page.status == .ok && !page.text.contains("Last ID"))
            }
            // A backend's alias may be of any length and have any characters.
            let long = LastUser(id: .bob, alias: String(repeating: "𠮷", count: 200))
            browser.cookies["last-user"] = site.sessions.sealed(long)
            #expect(try await browser.get("/sign-in").text.contains(String(repeating: "𠮷", count: 64)))
        }
    }

    @Test func `an offered user whom the backend no longer has is forgotten`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await signedOut(site)
            let answer = try await browser.post("/sign-in", ["user": "", "last": "\(UserID.random())"])
            #expect(answer.status == .unprocessableContent && answer.text.contains("There is no such User ID."))
            #expect(!answer.text.contains("Last ID"))
            #expect(browser.cookies["last-user"] == nil)
        }
    }

    @Test func `with a second factor the user is kept after the second step`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway(["stay": "off"])
            #expect(browser.cookies["last-user"] == nil)
            let done = try await browser.post("/sign-in/second-factor", ["code": holder.code()])
            #expect(cookie(done)?.hasSuffix("; HttpOnly") == true)
            _ = try await browser.post("/sign-out", [:])
            #expect(try await browser.get("/sign-in").text.contains("Last ID: alice"))
        }
    }
}
