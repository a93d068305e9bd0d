import Chat
import ChatBackend
import ChatREST
import ChatStore
import HTTP
import Replay
import Testing

/// An authority that gives one result to every call.
private struct StubAuthority: PasswordAuthority {
    let answer: Result<BackendSession, PasswordError>
    /// What `check` returns instead.
    var checked: BackendSession?
    let joinsNewAccounts = true

    func signIn(_ username: Username, _ password: Password, from address: String?)
        async throws(PasswordError) -> BackendSession
    {
        try answer.get()
    }

    func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> BackendSession {
        try answer.get()
    }

    func check(_ credential: BackendCredential) async throws(PasswordError) -> BackendSession? {
        if let checked { return checked }
        return try answer.get()
    }
    func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> BackendSession
    {
        try answer.get()
    }

    func signOut(_ credential: BackendCredential) async throws(PasswordError) { _ = try answer.get() }
}

@Suite("The password routes of the embedded backend")
struct PasswordRouteTests {
    private let name = Username("alice")!
    private let password = Password("correct horse")!

    private func backend(
        _ answer: Result<BackendSession, PasswordError>, checked: BackendSession? = nil,
        allowsRegistration: Bool = true, hasTLS: Bool = false
    ) throws -> ChatBackend {
        ChatBackend(
            repositories: try ChatStore(.memory, clock: .ticking()).repositories,
            passwords: StubAuthority(answer: answer, checked: checked), allowsRegistration: allowsRegistration,
            hasTLS: hasTLS)
    }

    private func session(_ credential: String = "a; b=c") -> BackendSession {
        BackendSession(
            username: name, name: nil, email: nil, user: nil, credential: BackendCredential(credential),
            expiresAt: nil)
    }

    /// The client's view of such a backend.
    private func authority(_ backend: ChatBackend, at url: String = "http://backend.test") throws
        -> RESTPasswordAuthority
    {
        let transport = HandlerTransport { request in
            var request = request
            request.headers[.host] = "backend.test"
            return await backend.respond(to: request)
        }
        return RESTPasswordAuthority(transport: transport, baseURL: try #require(BaseURL(url)))
    }

    private func account() throws -> NewAccount {
        NewAccount(
            username: name, email: try #require(EmailAddress("a@example.com")), password: password,
            name: try #require(DisplayName("Alice")))
    }

    @Test(
        "what an authority refuses, the other end of the wire refuses for the same reason",
        arguments: [
            .wrongCredentials, .malformedName, .malformedEmail, .nameTaken, .emailTaken, .passwordTooShort,
            .passwordTooLong, .weakPassword, .unverifiedEmail, .tooManyAttempts(after: nil),
            .tooManyAttempts(after: .seconds(7)), .forbidden,
        ] as [PasswordError.Reason])
    func refusals(reason: PasswordError.Reason) async throws {
        for operation in [PasswordError.Operation.signIn, .signUp] {
            let authority = try authority(backend(.failure(PasswordError(reason, during: operation))))
            let error = await #expect(throws: PasswordError.self) {
                operation == .signIn
                    ? try await authority.signIn(name, password, from: nil)
                    : try await authority.signUp(account(), from: nil)
            }
            #expect(error == PasswordError(reason, during: operation))
        }
    }

    @Test(
        "what is refused of another password, the other end of the wire refuses for the same reason",
        arguments: [
            .wrongCredentials, .passwordTooShort, .passwordTooLong, .weakPassword, .tooManyAttempts(after: nil),
            .tooManyAttempts(after: .seconds(7)), .forbidden,
        ] as [PasswordError.Reason])
    func refusalsOfChange(reason: PasswordError.Reason) async throws {
        let refusing = try backend(.failure(PasswordError(reason, during: .change)), checked: session())
        let authority = try authority(refusing)
        let error = await #expect(throws: PasswordError.self) {
            try await authority.change(
                password, to: password, BackendCredential("better-auth.session_token=x"), from: nil)
        }
        #expect(error == PasswordError(reason, during: .change))
    }

    @Test("an unreachable authority is an outage, without details in the response")
    func outage() async throws {
        let failure = ChatError(.unavailable("disk /secret is full"), during: "signIn")
        let backend = try backend(.failure(PasswordError(.backend(failure), during: .signIn)))
        let error = await #expect(throws: PasswordError.self) {
            try await authority(backend).signIn(name, password, from: nil)
        }
        guard case .backend(let reason) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.isOutage)
        #expect(!"\(reason)".contains("secret"))
    }

    @Test("sign-up is rejected if registration is off")
    func registration() async throws {
        let backend = try backend(.success(session()), allowsRegistration: false)
        let error = await #expect(throws: PasswordError.self) {
            try await authority(backend).signUp(account(), from: nil)
        }
        #expect(error?.reason == .forbidden)
    }

    @Test("any credential is unchanged after a round trip through the cookie", arguments: [false, true])
    func cookie(hasTLS: Bool) async throws {
        let backend = try backend(.success(session()), hasTLS: hasTLS)
        let authority = try authority(backend, at: hasTLS ? "https://backend.test" : "http://backend.test")
        let session = try await authority.signIn(name, password, from: nil)
        let prefix = hasTLS ? "__Secure-" : ""
        #expect(session.credential.revealed == "\(prefix)better-auth.session_token=a%3B%20b%3Dc")
        #expect(try await authority.check(session.credential) != nil)
        try await authority.signOut(session.credential)
    }

    @Test("a session without a user in the chat is rejected with the reason")
    func withoutChatUser() async throws {
        let answer = try await backend(.success(session("a"))).respond(
            to: Request(
                method: .get, target: try #require(RequestTarget("/conversations")),
                headers: [.cookie: "better-auth.session_token=a"]))
        #expect(answer.status == .internalServerError)
        let body = JSONValue(parsing: answer.body)
        #expect(body?["message"]?.string == "Chat user not found for auth user alice")
        #expect(body?["code"]?.string == "INTERNAL_ERROR")
    }

    @Test(
        "who comes with a cookie says a page's origin, and it is the backend's own",
        arguments: [
            (nil, "a=b", "MISSING_OR_NULL_ORIGIN"), ("null", "a=b", "MISSING_OR_NULL_ORIGIN"),
            ("http://evil.test", "a=b", "INVALID_ORIGIN"), ("http://evil.test", nil, "INVALID_ORIGIN"),
            ("https://backend.test", nil, "INVALID_ORIGIN"), ("http://backend.test:81", nil, "INVALID_ORIGIN"),
            ("null", nil, nil), (nil, nil, nil), ("http://backend.test", "a=b", nil),
        ] as [(String?, String?, String?)])
    func origins(origin: String?, cookie: String?, code: String?) async throws {
        var headers: HeaderFields = [.host: "backend.test", .contentType: "application/json"]
        headers[.origin] = origin
        headers[.cookie] = cookie
        let answer = try await backend(.success(session("a"))).respond(
            to: Request(
                method: .post, target: try #require(RequestTarget("/api/auth/sign-in/username")), headers: headers,
                body: .bytes(Array(#"{"username":"alice","password":"correct horse"}"#.utf8))))
        #expect(answer.status == (code == nil ? .ok : .forbidden))
        #expect(JSONValue(parsing: answer.body)?["code"]?.string == code)
    }
}
