import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let sending = "/conversations/550e8400-e29b-41d4-a716-446655450001/messages"

/// What a person is told whose session ended by itself.
@Suite struct EndedSessionTests {
    @Test(arguments: [("ja", "セッションの有効期限が切れました"), ("en", "Your session has ended.")])
    func `a session that expired is told on every way to sign-in`(language: String, sentence: String) async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice", language: language)
            site.clock.advance(by: .seconds(8 * 24 * 3_600))
            let page = try await browser.get("/bookmarks")
            #expect(page.headers[.location] == "/sign-in?return=%2Fbookmarks")
            for path in [try #require(page.headers[.location]), "/sign-in"] {
                #expect(try await browser.get(path).text.contains(sentence), "\(path)")
            }
            let answer = try await browser.post(sending, ["text": "almost lost"])
            #expect(answer.status == .unauthorized)
            #expect(answer.text.contains(sentence) && answer.text.contains("almost lost"))
            #expect(try await browser.post("/profile/sessions", ["end": "others"]).text.contains(sentence))
            // The next session is told nothing.
            _ = try await browser.post("/sign-in", ["user": "alice"])
            _ = try await browser.post("/sign-out", [:])
            #expect(!(try await browser.get("/sign-in?signed-out").text.contains(sentence)))
        }
    }

    @Test func `a session that the backend refuses is told as well, though its cookie is gone`() async throws {
        let backend = BackendSessions()
        try await withSite(.sessions(backend.handler)) { users in
            SignInMethods(passwords: [backend.passwords(users)])
        } _: { site in
            let browser = try site.browser()
            _ = try await browser.post("/sign-in", ["method": "password", "user": "alice", "password": "Password"])
            try #require(try await browser.get("/conversations").status == .ok)
            backend.end(try #require(backend.cookies.last ?? nil))
            let page = try await browser.get("/bookmarks")
            #expect(page.headers[.location] == "/sign-in?return=%2Fbookmarks&session-ended")
            #expect(browser.cookies["session"] == nil)
            let signIn = try await browser.get(try #require(page.headers[.location]))
            #expect(signIn.text.contains("Your session has ended."))
        }
    }

    @Test func `a browser without a session is asked to sign in, and told of no end`() async throws {
        try await withSite(.embedded) { site in
            for browser in [try site.browser(), try await site.browser(signedInAs: "alice")] {
                _ = try await browser.post("/sign-out", [:])
                let page = try await browser.get("/sign-in?return=%2Fbookmarks")
                #expect(page.text.contains("Sign in to continue.") && !page.text.contains("has ended"))
            }
        }
    }
}
