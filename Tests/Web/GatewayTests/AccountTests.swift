import Accounts
import Chat
import Foundation
import HTTP
import Passwords
import Replay
import RepositoryBehaviour
import SQLite
import Testing

@testable import Gateway

/// Accounts with a password that people make themselves, at the embedded backend and at the recorded one.
@Suite struct AccountTests {
    private let kim: Form = [
        "username": "Kim_7", "email": "kim@example.test", "name": "Kim <7>", "password": "correct horse",
    ]

    private func withPasswords(
        allowsRegistration: Bool = true, _ body: (SiteUnderTest) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        try await withSite(.embedded, allowsRegistration: allowsRegistration, clock: clock) { users in
            let passwords = BackendPasswords(
                try PasswordStore(.memory, users: users, clock: clock.clock), users: users, makesUsers: true)
            return SignInMethods(passwords: [passwords], registration: passwords)
        } _: { site in
            try await body(site)
        }
    }

    @Test func `who makes an account is in the chat, and comes in by it again`() async throws {
        try await withPasswords { site in
            let browser = try site.browser()
            #expect(try await browser.get("/sign-in").text.contains(#"href="/register""#))
            #expect(try await browser.get("/register").text.contains(#"autocomplete="new-password""#))
            #expect(try await browser.post("/register", kim).headers[.location] == "/conversations")
            #expect(try await browser.get("/profile").text.contains("kim_7"))
            let later = try site.browser()
            let answer = try await later.post(
                "/sign-in", ["method": "password", "user": "kim_7", "password": "correct horse"])
            #expect(answer.status == .seeOther)
            #expect(try await site.audit.newest().map(\.kind) == [.signedIn, .signedIn])
            #expect(!site.log.all.contains("correct horse"))
        }
    }

    @Test func `each fault stands beside its field, and all but the password is still there`() async throws {
        try await withPasswords { site in
            let browser = try site.browser()
            try #require(try await browser.post("/register", kim).status == .seeOther)
            let cases: [(change: [String: String], field: String, words: String, status: Status)] = [
                (["username": "k"], "username", "The user name has 3 to 20", .unprocessableContent),
                (["username": "kim_7"], "username", "That user name is taken.", .conflict),
                (["username": "alice", "email": "a@b.test"], "username", "That user name is taken.", .conflict),
                (["email": "nowhere"], "email", "That is no e-mail address.", .unprocessableContent),
                (["username": "lee"], "email", "There is an account with that e-mail address.", .conflict),
                (["name": " "], "name", "Enter a name of 1 to 100 characters.", .unprocessableContent),
                (["password": ""], "password", "Enter a password.", .unprocessableContent),
                (
                    ["username": "lee", "email": "l@b.test", "password": "short"], "password",
                    "The password is too short.", .unprocessableContent
                ),
                (
                    ["username": "lee_lee_lee", "email": "l@b.test", "password": "lee_lee_lee"], "password",
                    "well known to those who guess", .unprocessableContent
                ),
                (
                    ["password": String(repeating: "x", count: 129)], "password", "The password is too long.",
                    .unprocessableContent
                ),
            ]
            let stranger = try site.browser()
            for (change, field, words, status) in cases {
                let form = Form(kim.fields.map { Form.Field(name: $0.name, value: change[$0.name] ?? $0.value) })
                let answer = try await stranger.post("/register", form)
                #expect(answer.status == status, "\(change)")
                let fault = answer.match(#"id="\#(field)-fault" role="alert">([^<]*)"#)
                #expect(fault?.contains(words) == true, "\(change): \(fault ?? "no fault there")")
                #expect(answer.text.matches(of: /role="alert"/).count == 1)
                #expect(answer.text.contains("Kim &lt;7&gt;") || change["name"] != nil)
                #expect(answer.text.contains(#"value="\#(form["email"] ?? "")""#))
                #expect(answer.text.contains(#"type="password" value="""#))
            }
        }
    }

    @Test func `where nobody may register there is no page for it`() async throws {
        try await withPasswords(allowsRegistration: false) { site in
            let browser = try site.browser()
            #expect(!(try await browser.get("/sign-in").text.contains("/register")))
            #expect(try await browser.get("/register").status == .forbidden)
            #expect(try await browser.post("/register", kim).status == .forbidden)
        }
    }

    /// At a backend whose accounts are not in the chat by themselves.
    private func register(
        _ lie: (BackendSessions) -> Void = { _ in },
        _ body: (Answer, SiteUnderTest, BackendSessions) async throws -> Void
    ) async throws {
        let backend = BackendSessions()
        lie(backend)
        try await withSite(.sessions(backend.handler)) { users in
            let passwords = backend.passwords(users)
            return SignInMethods(passwords: [passwords], registration: passwords)
        } _: { site in
            let answer = try await site.browser().post(
                "/register",
                [
                    "username": "New_User", "email": "new.user@example.com", "name": "New User",
                    "password": "correct horse",
                ])
            try await body(answer, site, backend)
        }
    }

    @Test func `an account with no place in the chat is given one, or it is said why not`() async throws {
        try await register { backend in
            backend.replay.tell(.failure(.notFound, message: "User not found") { $0.asks(.post, "/users/login") })
            backend.replay.tell(
                .failure(.internalServerError, message: "ID Alias \"new_user\" is already in use") {
                    $0.asks(.post, "/users")
                })
        } _: { answer, site, backend async throws in
            #expect(answer.status == .forbidden)
            #expect(answer.text.contains("You have an account, but no place in the chat yet."))
            #expect(answer.text.contains(#"value="New_User""#))
            // Nobody holds a session that leads nowhere.
            #expect(backend.replay.requests.last?.asks(.post, "/api/auth/sign-out") == true)
            #expect(try await site.sessions.all().isEmpty)
        }
    }

    @Test func `a backend that fails keeps what was typed`() async throws {
        try await register { backend in
            backend.replay.tell(.answer(Response(.serviceUnavailable)) { $0.asks(.post, "/api/auth/sign-up/email") })
        } _: { answer, site, _ in
            #expect(answer.status == .badGateway)
            #expect(answer.text.contains("The chat server has a problem."))
            #expect(answer.text.contains(#"value="New_User""#))
            #expect(site.log.all.contains("status 503"))
        }
    }
}
