import Chat
import ChatREST
import HTTP
import Recording
import Replay
import RepositoryBehaviour
import Testing

@Suite("Passwords at a backend")
struct PasswordTests {
    private static let exchanges = Recordings.session.exchanges()
    private static let exchangesOverHTTPS = Recordings.sessionOverHTTPS.exchanges()

    private let clock = ManualClock()
    private let alice = Username("alice")!
    private let password = Password("Password")!

    private func exchange(_ name: String, in exchanges: [RecordedExchange] = Self.exchanges) throws -> RecordedExchange
    {
        try #require(exchanges.first { $0.meta.name == name }, "no recording is called \(name)")
    }

    private func backend(_ names: String..., of exchanges: [RecordedExchange] = Self.exchanges) throws -> ReplayBackend
    {
        ReplayBackend(try names.map { try exchange($0, in: exchanges) })
    }

    private func authority(_ backend: ReplayBackend, at url: String = "http://backend.test") throws
        -> RESTPasswordAuthority
    {
        RESTPasswordAuthority(
            transport: HandlerTransport(backend.respond), baseURL: try #require(BaseURL(url)), clock: clock.clock)
    }

    @Test("signing in gives the backend's cookie, and finds the user by the alias")
    func signingIn() async throws {
        let backend = try backend("sign-in-ok", "user-login-without-password", "conversations-list")
        let session = try await authority(backend).signIn(alice, password, from: "192.0.2.7")
        #expect(session.username == alice)
        #expect(session.name == DisplayName("Alice"))
        #expect(session.email == EmailAddress("alice@example.com"))
        #expect(session.user?.id == UserID("550e8400-e29b-41d4-a716-446655440001"))
        #expect(session.expiresAt == clock.now.adding(.seconds(604_800)))
        let cookie = try #require(exchange("sign-in-ok").response.headers["set-cookie"]).prefix { $0 != ";" }
        #expect(session.credential.revealed == cookie)
        #expect(session.credential.headers[.cookie] == String(cookie))
        let asked = backend.requests
        #expect(asked.map(\.target.rawPath) == ["/api/auth/sign-in/username", "/users/login", "/conversations"])
        #expect(asked[0].headers[.origin] == "http://backend.test")
        #expect(asked[0].headers["X-Forwarded-For"] == "192.0.2.7")
        #expect(asked.map { $0.headers[.cookie] } == [nil, nil, String(cookie)])
    }

    @Test("changing the password answers without a username, and once it has changed nothing else is asked")
    func changing() async throws {
        let late = Recordings.late.exchanges()
        let changed = try exchange("change-password", in: late)
        let found = try exchange("get-session-after-sign-up", in: late)
        var login = try exchange("user-login-without-password")
        login.request.body = #"{"idAlias":"rec_late1"}"#
        login.response.body = login.response.body.replacing(#""idAlias":"alice""#, with: #""idAlias":"rec_late1""#)
        let backend = ReplayBackend([changed, found, login, try exchange("conversations-list")])
        let old = BackendCredential("better-auth.session_token=old")
        let session = try await authority(backend).change(
            try #require(Password("first-password-1")), to: try #require(Password("second-password-2")), old, from: nil)
        #expect(session.username == Username("rec_late1"))
        let cookie = try #require(changed.response.headers["set-cookie"]).prefix { $0 != ";" }
        #expect(session.credential.revealed == cookie)
        let last = try #require(backend.requests.last)
        #expect(last.asks(.post, "/api/auth/change-password"))
        #expect(last.headers[.cookie]?.hasPrefix("better-auth.session_token=") == true)
        #expect(session.expiresAt == clock.now.adding(.seconds(604_800)))
    }

    @Test("the password of a session that has ended is not changed")
    func changingInVain() async throws {
        let ended = try exchange("get-session-with-old-cookie", in: Recordings.late.exchanges())
        let backend = ReplayBackend([ended])
        let error = await #expect(throws: PasswordError.self) {
            try await authority(backend).change(
                try #require(Password("a")), to: try #require(Password("b")),
                BackendCredential("better-auth.session_token=old"), from: nil)
        }
        #expect(error?.reason == .forbidden)
        #expect(backend.requests.map(\.target.rawPath) == ["/api/auth/get-session"])
    }

    @Test("the name may be typed in capitals")
    func capitals() async throws {
        let backend = try backend("sign-in-username-uppercase", "user-login-without-password", "conversations-list")
        let session = try await authority(backend).signIn(try #require(Username("ALICE")), password, from: nil)
        #expect(session.username == alice)
        #expect(session.user?.alias == "alice")
    }

    @Test("over https the cookie has another name, and is sent back under it")
    func secureCookie() async throws {
        var exchanges = [try exchange("sign-in-secure-cookie", in: Self.exchangesOverHTTPS)]
        exchanges += [try exchange("user-login-without-password"), try exchange("conversations-list")]
        exchanges += [
            try exchange("get-session", in: Self.exchangesOverHTTPS),
            try exchange("sign-out-origin-base-url", in: Self.exchangesOverHTTPS),
        ]
        let backend = ReplayBackend(exchanges)
        let authority = try authority(backend, at: "https://backend.test")
        let session = try await authority.signIn(alice, password, from: nil)
        #expect(session.credential.revealed.hasPrefix("__Secure-better-auth.session_token="))
        let again = try #require(try await authority.check(session.credential))
        #expect(again.credential == session.credential)
        #expect(again.expiresAt == Timestamp(iso8601: "2026-11-28T10:40:08.456Z"))
        try await authority.signOut(session.credential)
        let last = try #require(backend.requests.last)
        #expect(last.headers[.origin] == "https://backend.test")
        #expect(last.headers[.cookie] == session.credential.revealed)
        #expect(last.body == .bytes(Array("{}".utf8)))
    }

    @Test("an account with another person's alias as username gets no user")
    func impostor() async throws {
        for refusal in ["conversations-of-signed-up-user-without-chat-user", "no-cookie-conversations-list"] {
            let backend = try backend("sign-in-ok", "user-login-without-password", refusal)
            #expect(try await authority(backend).signIn(alice, password, from: nil).user == nil)
        }
        let backend = try backend("sign-in-ok", "user-login-without-password")
        backend.tell(
            .answer(
                Response(
                    .ok, .json,
                    Array(
                        """
                        [{"id":"1374bac2-0a53-4932-9a8a-21ad22bb6004","type":"group","name":"Others",\
                        "createdAt":"2026-11-21T10:39:01.920Z","participants":[]}]
                        """.utf8))
            ) { $0.asks(.get, "/conversations") })
        #expect(try await authority(backend).signIn(alice, password, from: nil).user == nil)
    }

    @Test("signing up gives a session without a user in the chat")
    func signingUp() async throws {
        let backend = try backend("sign-up-email")
        backend.tell(.failure(.notFound, message: "User not found") { $0.asks(.post, "/users/login") })
        let session = try await authority(backend).signUp(account(), from: nil)
        #expect(session.username == Username("new_user"))
        #expect(session.name == DisplayName("New User"))
        #expect(session.user == nil)
        #expect(session.credential.revealed.hasPrefix("better-auth.session_token=hib50VOKiPEoMbto0SQ7hAn4YH79p4iq."))
    }

    private func account(
        username: String = "New_User", email: String = "new.user@example.com", password: String = "correct horse",
        name: String = "New User"
    ) throws -> NewAccount {
        NewAccount(
            username: try #require(Username(username)), email: try #require(EmailAddress(email)),
            password: try #require(Password(password)), name: try #require(DisplayName(name)))
    }

    /// The error for a recorded response, independent of the request.
    private func reason(_ name: String, _ operation: PasswordError.Operation) async throws -> PasswordError.Reason? {
        let answer = try #require(exchange(name).clientResponse)
        return await reason(StubTransport(answer: answer), operation)
    }

    private func reason(_ transport: any Transport, _ operation: PasswordError.Operation) async
        -> PasswordError.Reason?
    {
        let authority = RESTPasswordAuthority(transport: transport, baseURL: HandlerTransport.baseURL)
        do {
            switch operation {
            case .signIn: _ = try await authority.signIn(alice, password, from: nil)
            case .signUp: _ = try await authority.signUp(account(), from: nil)
            case .check: _ = try await authority.check(BackendCredential("better-auth.session_token=a"))
            case .change:
                _ = try await authority.change(
                    password, to: password, BackendCredential("better-auth.session_token=a"), from: nil)
            case .signOut: try await authority.signOut(BackendCredential("better-auth.session_token=a"))
            }
            return nil
        } catch let error as PasswordError {
            #expect(error.operation == operation)
            return error.reason
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test("each recorded error response has its own meaning")
    func refusals() async throws {
        for name in ["sign-in-bad-password", "sign-in-unknown-user", "sign-in-empty-password"] {
            #expect(try await reason(name, .signIn) == .wrongCredentials)
        }
        for name in ["sign-in-username-invalid-chars", "sign-in-username-too-short"] {
            #expect(try await reason(name, .signIn) == .malformedName)
        }
        #expect(try await reason("sign-up-duplicate-email", .signUp) == .emailTaken)
        #expect(try await reason("sign-up-duplicate-username", .signUp) == .nameTaken)
        #expect(try await reason("sign-up-short-password", .signUp) == .passwordTooShort)
        #expect(try await reason("sign-up-bad-email", .signUp) == .malformedEmail)
        for name in ["sign-up-username-hyphen", "sign-up-username-too-short", "sign-up-username-too-long"] {
            #expect(try await reason(name, .signUp) == .malformedName)
        }
    }

    @Test(
        "what is wrong between the gateway and the backend is nobody's mistake",
        arguments: [
            "sign-in-missing-fields", "sign-in-malformed-json", "sign-in-no-content-type", "sign-in-get-method",
            "sign-in-while-cookie-no-origin", "sign-in-while-cookie-origin-untrusted", "auth-unknown-path",
        ])
    func faults(name: String) async throws {
        guard case .backend(let error) = try await reason(name, .signIn) else {
            Issue.record("\(name) is a person's mistake")
            return
        }
        #expect(error.isOutage || error.reason == .forbidden)
    }

    @Test("an unreachable backend is an outage for every operation")
    func outage() async throws {
        for operation in [PasswordError.Operation.signIn, .signUp, .check, .signOut] {
            guard case .backend(let error) = await reason(BrokenTransport(.timedOut), operation) else {
                Issue.record("\(operation)")
                continue
            }
            #expect(error.reason == .timedOut)
        }
    }

    @Test("a rate limit reports the wait that the backend sends")
    func limits() async throws {
        func answer(_ headers: HeaderFields) -> StubTransport {
            StubTransport(answer: ClientResponse(.tooManyRequests, headers: headers))
        }
        #expect(await reason(answer(["X-Retry-After": "10"]), .signIn) == .tooManyAttempts(after: .seconds(10)))
        #expect(await reason(answer([.retryAfter: "7"]), .signUp) == .tooManyAttempts(after: .seconds(7)))
        for wait in ["soon", "-1", "99999999999"] {
            #expect(await reason(answer([.retryAfter: wait]), .signIn) == .tooManyAttempts(after: nil))
        }
    }

    @Test("an ended session is `nil` and not an error")
    func over() async throws {
        for name in ["get-session-none", "get-session-tampered-cookie", "get-session-after-sign-out"] {
            let backend = try backend(name)
            #expect(try await authority(backend).check(BackendCredential("better-auth.session_token=a.b")) == nil)
        }
        #expect(try await reason("sign-out-no-cookie", .signOut) == nil)
    }

    @Test("new cookies are stored, and removing the session cookie ends the session")
    func renewal() throws {
        let credential = BackendCredential("better-auth.session_token=a.b; better-auth.dont_remember=true.c")
        #expect(
            credential.renewed(by: ["better-auth.session_token=d.e; Max-Age=604800; Path=/"])?.revealed
                == "better-auth.dont_remember=true.c; better-auth.session_token=d.e")
        #expect(credential.renewed(by: ["nonsense"]) == credential)
        let answer = try #require(exchange("sign-out-with-origin").clientResponse)
        #expect(answer.headers.values(of: .setCookie).count == 3)
        #expect(credential.renewed(by: answer.headers.values(of: .setCookie)) == nil)
        #expect(credential.renewed(by: ["big=\(String(repeating: "x", count: 5_000))"]) == nil)
    }

    @Test("a response without a session or a user is invalid")
    func nonsense() async throws {
        for body in [#"{"token":"x","user":{"name":"Alice"}}"#, #"{"user":{"username":"alice"}}"#, "null", ""] {
            let hasCookie = body.contains("token")
            let answer = ClientResponse(
                .ok, headers: hasCookie ? [.setCookie: "better-auth.session_token=a"] : [:], body: Array(body.utf8))
            guard case .backend(let error) = await reason(StubTransport(answer: answer), .signIn) else {
                Issue.record("\(body)")
                continue
            }
            #expect(Outcome(error.reason) == .unexpectedAnswer)
        }
    }
}
