import Accounts
import Chat
import Eventually
import Foundation
import HTTP
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

/// The conversation that was recorded in session access.
private let recorded = "1374bac2-0a53-4932-9a8a-21ad22bb6004"

/// Passwords that the chat's own backend knows, as it answered when it was recorded.
@Suite struct PasswordSignInTests {
    private let right: Form = ["method": "password", "user": "alice", "password": "Password"]

    private func withBackend(
        passwords: SitePolicy.PasswordReach = .everywhere, isSecure: Bool = false,
        _ body: (SiteUnderTest, BackendSessions) async throws -> Void
    ) async throws {
        let backend = BackendSessions(isSecure: isSecure)
        try await withSite(.sessions(backend.handler), passwords: passwords) { users in
            let passwords = backend.passwords(users)
            return SignInMethods(passwords: [passwords], registration: passwords)
        } _: { site in
            try await body(site, backend)
        }
    }

    @Test func `the backend's cookie stays on the server and goes with each request`() async throws {
        try await withBackend { site, backend in
            let browser = try site.browser()
            #expect(try await browser.get("/sign-in").text.contains(#"name="password""#))
            let answer = try await browser.post("/sign-in", right)
            #expect(answer.headers[.location] == "/conversations")
            #expect(browser.cookies.keys.sorted() == ["session", "zone"])
            #expect(browser.cookies.values.allSatisfy { !$0.contains("better-auth") })
            #expect(try await browser.get("/conversations").status == .ok)
            #expect(try await browser.get("/conversations/\(recorded)").text.contains("filler 60"))
            let cookies = backend.cookies.compactMap { $0 }
            #expect(cookies.count == backend.cookies.count)
            #expect(cookies.count > 2)
            #expect(Set(cookies).count == 1)
            #expect(try await site.audit.newest().map(\.kind) == [.signedIn])
            #expect(!site.log.all.contains("session_token"))
        }
    }

    @Test func `over https the cookie has another name, and goes back under it, with the backend's own origin`()
        async throws
    {
        try await withBackend(isSecure: true) { site, backend in
            let browser = try site.browser()
            try #require(try await browser.post("/sign-in", right).status == .seeOther)
            #expect(try await browser.get("/conversations/\(recorded)").status == .ok)
            #expect(backend.cookies.count > 1)
            #expect(backend.cookies.allSatisfy { $0?.hasPrefix("__Secure-better-auth.session_token=") == true })
            _ = try await browser.post("/sign-out", [:])
            try await eventually { backend.hasSignedOut }
            let last = try #require(backend.replay.requests.last)
            #expect(last.asks(.post, "/api/auth/sign-out"))
            #expect(last.headers[.origin] == "https://backend.test")
        }
    }

    @Test(arguments: [("alice", "wrong-password"), ("nobody", "Password"), ("a b!", "Password"), ("ab", "Password")])
    func `whichever of the two is wrong, the answer is the same`(user: String, password: String) async throws {
        try await withBackend { site, _ in
            let browser = try site.browser()
            let answer = try await browser.post(
                "/sign-in", ["method": "password", "user": user, "password": password])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("The name or the password is wrong."))
            #expect(answer.text.contains(#"value="\#(user)""#))
            #expect(!answer.text.contains("value=\"\(password)\""))
            #expect(try await site.audit.newest().map(\.detail) == ["wrong credentials"])
            #expect(!site.log.all.contains(password))
        }
    }

    @Test func `a password is never cut`() async throws {
        try await withBackend { site, backend in
            let long = "Password" + String(repeating: " ", count: 121)
            let answer = try await site.browser().post(
                "/sign-in", ["method": "password", "user": "alice", "password": long])
            #expect(answer.status == .unprocessableContent)
            #expect(backend.replay.requests.isEmpty)
        }
    }

    @Test func `an empty field, no backend, a slow one and a broken one each have their sentence`() async throws {
        try await withBackend { site, backend in
            let browser = try site.browser()
            let empty = try await browser.post("/sign-in", ["method": "password", "user": "alice", "password": ""])
            #expect(empty.text.contains("Enter both the name and the password."))
            for (status, expected, words) in [
                (Status.internalServerError, Status.badGateway, "The chat server has a problem."),
                (.serviceUnavailable, .badGateway, "The chat server has a problem."),
                (.forbidden, .forbidden, "The chat server refused."),
                (.ok, .badGateway, "The chat server&#39;s answer made no sense."),
                (.gatewayTimeout, .gatewayTimeout, "The chat server did not answer in time."),
                (.tooManyRequests, .tooManyRequests, "Too many attempts. Try again in 60 seconds."),
            ] {
                backend.replay.tell(.answer(Response(status), times: 1))
                let answer = try await browser.post("/sign-in", right)
                #expect(answer.status == expected)
                #expect(answer.text.contains(words), "\(status): \(answer.match("role=\"alert\">([^<]*)") ?? "-")")
            }
            #expect(try await browser.post("/sign-in", right).status == .seeOther)
        }
    }

    @Test func `who guesses has to wait, and the backend is not asked meanwhile`() async throws {
        try await withBackend { site, backend in
            let browser = try site.browser()
            let wrong: Form = ["method": "password", "user": "alice", "password": "wrong-password"]
            var answer = try await browser.post("/sign-in", wrong)
            for _ in 0..<30 where answer.status == .unprocessableContent {
                answer = try await browser.post("/sign-in", wrong)
            }
            #expect(answer.status == .tooManyRequests)
            #expect(answer.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
            let asked = backend.replay.requests.count
            #expect(try await browser.post("/sign-in", right).status == .tooManyRequests)
            #expect(backend.replay.requests.count == asked)
            site.clock.advance(by: .seconds(3_600))
            #expect(try await browser.post("/sign-in", right).status == .seeOther)
        }
    }

    @Test func `in the open, passwords are for this machine alone`() async throws {
        try await withBackend(passwords: .thisMachine) { site, backend in
            let browser = try site.browser()
            #expect(try await browser.get("/sign-in").text.contains(#"type="password""#))
            let forwarded: HeaderFields = ["X-Forwarded-For": "192.0.2.7"]
            #expect(!(try await browser.get("/sign-in", forwarded).text.contains(#"type="password""#)))
            #expect(try await browser.get("/register", forwarded).status == .forbidden)
            var headers = forwarded
            headers[.contentType] = MediaType.urlEncodedForm.description
            headers[.origin] = site.url
            let answer = try await browser.send(
                ClientRequest(.post, site.url + "/sign-in", headers: headers, body: right.urlEncoded))
            #expect(answer.status == .unprocessableContent)
            #expect(backend.replay.requests.isEmpty)
            #expect(try await browser.post("/sign-in", right).status == .seeOther)
        }
    }

    @Test func `when the backend's session is over, ours is, and what was written is kept`() async throws {
        try await withBackend { site, backend in
            let browser = try site.browser()
            try #require(try await browser.post("/sign-in", right).status == .seeOther)
            let thread = "/conversations/\(recorded)"
            #expect(try await browser.get(thread).status == .ok)
            backend.end(try #require(backend.cookies.last ?? nil))
            let answer = try await browser.post("\(thread)/messages", ["text": "half a thought"])
            #expect(answer.status == .unauthorized)
            #expect(answer.text.contains("half a thought</textarea>"))
            #expect(try await site.sessions.all().isEmpty)
            #expect(browser.cookies["session"] == nil)
        }
    }

    @Test func `a stream ends with the backend's session`() async throws {
        try await withBackend { site, backend in
            let browser = try site.browser()
            try #require(try await browser.post("/sign-in", right).status == .seeOther)
            let stream = try site.stream(browser)
            try await stream.wait { !$0.events("ready").isEmpty }
            // A session that another process ends: the watch has looked once its stream has ended.
            let cookie = try #require(backend.cookies.last ?? nil)
            let known = try await site.sessions.all().map(\.id)
            let other = try site.browser()
            let capitals: Form = ["method": "password", "user": "ALICE", "password": "Password"]
            try #require(try await other.post("/sign-in", capitals).status == .seeOther)
            let watched = try site.stream(other)
            try await watched.wait { !$0.events("ready").isEmpty }
            let session = try await #require(try site.sessions.all().first { !known.contains($0.id) })
            try await site.sessions.end(.id(session.id, of: session.user))
            try await watched.wait(\.isEnded)
            backend.end(cookie)
            _ = try await browser.get("/conversations/\(recorded)")
            try await #require(try site.sessions.all().isEmpty)
            try await stream.wait(\.isEnded)
        }
    }

    @Test func `a page leads to sign-in and back when the backend's session is over`() async throws {
        try await withBackend { site, backend in
            let browser = try site.browser()
            try #require(try await browser.post("/sign-in", right).status == .seeOther)
            backend.end(try #require(backend.cookies.last ?? nil))
            let answer = try await browser.get("/conversations/\(recorded)")
            #expect(answer.headers[.location] == "/sign-in?return=%2Fconversations%2F\(recorded)&session-ended")
            #expect(try await site.sessions.all().isEmpty)
        }
    }

    @Test func `where one of two sessions is over, the other one speaks`() async throws {
        try await withBackend { site, backend in
            let (first, second) = (try site.browser(), try site.browser())
            try #require(try await first.post("/sign-in", right).status == .seeOther)
            site.clock.advance(by: .seconds(1))
            let capitals: Form = ["method": "password", "user": "ALICE", "password": "Password"]
            #expect(try await second.post("/sign-in", capitals).status == .seeOther)
            // The one that was used last speaks for her, and is over.
            backend.end(try #require(backend.cookies.last ?? nil))
            #expect(try await first.get("/conversations/\(recorded)").status == .ok)
            #expect(try await site.sessions.all().count == 1)
            #expect(try await second.get("/conversations").headers[.location]?.hasPrefix("/sign-in") == true)
        }
    }
}
