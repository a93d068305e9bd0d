import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import OpenID
import Replay
import RepositoryBehaviour
import Synchronization
import Testing

@Suite struct TokenServiceTests {
    private let clock = ManualClock()

    private func service(_ answer: @escaping @Sendable (Request) -> Response) throws -> TokenService {
        TokenService(
            try #require(ProviderID("tokens")), base: try #require(EndpointURL("https://tokens.test/api/")),
            transport: HandlerTransport { answer($0) }, clock: clock.clock)
    }

    private func signIn(_ answer: Response) async throws -> TokenGrant {
        try await service { _ in answer }.signIn(email: "a@b.test", password: Secret("hunter2")).grant
    }

    @Test func `e-mail address and password give tokens, in snake case and camel case`() async throws {
        for body in [
            #"{"accessToken":"a","refreshToken":"r","expiresIn":60}"#,
            #"{"access_token":"a","refresh_token":"r","expires_in":60,"token_type":"Bearer"}"#,
            #"{"token":{"accessToken":"a","refreshToken":"r","expiresIn":60},"user":{"id":"7"}}"#,
            #"{"token":{"access_token":"a","refresh_token":"r","expires_in":60}}"#,
        ] {
            let body = body.contains("user") ? body : String(body.dropLast()) + #","user":{"id":"7"}}"#
            let service = try service { request in
                guard request.target.rawPath == "/api/auth/login", request.method == .post,
                    request.headers[.contentType] == "application/json",
                    request.json == ["email": "a@b.test", "password": "hunter2"]
                else { return .text(.internalServerError, "asked otherwise") }
                return .text(.created, body)
            }
            let grant = try await service.signIn(email: "a@b.test", password: Secret("hunter2")).grant
            #expect(grant.accessToken == Secret("a"))
            #expect(grant.refreshToken == Secret("r"))
            #expect(grant.expiresAt == clock.now.adding(.seconds(60)))
        }
    }

    @Test func `without a lifetime the token's own expiry is used, unless it has passed`() async throws {
        let now = Double(clock.now.milliseconds / 1_000)
        for (end, expected) in [(now + 120, 120), (now - 120, 3_600)] {
            let token = try TestKeys.es256.get().sign(["exp": .number(end)])
            let grant = try await signIn(.text(.ok, #"{"accessToken":"\#(token)","user":{"id":"7"}}"#))
            #expect(grant.expiresAt == clock.now.adding(.seconds(expected)))
        }
    }

    @Test func `wrong credentials, server errors and invalid responses have their own errors, without the password`()
        async throws
    {
        let cases: [(Response, ProviderError.Reason)] = [
            (.text(.unauthorized, #"{"message":"no"}"#), .refused(code: "status 401", words: nil)),
            (.text(.unauthorized, #"{"error":"Unauthorized"}"#), .refused(code: "Unauthorized", words: nil)),
            (Response(.serviceUnavailable), .unreachable("status 503")),
            (Response(.notFound), .unavailable("status 404")),
            (Response(.tooManyRequests), .tooMany(retryAfter: nil)),
        ]
        for (answer, expected) in cases {
            let error = await #expect(throws: ProviderError.self) { try await signIn(answer) }
            #expect(error?.reason == expected)
            #expect(error.map { !"\($0)".contains("hunter2") } == true)
        }
    }

    @Test func `what can't be read names the member, and never its value`() async throws {
        let long = String(repeating: "s3cret", count: 20_000)
        for (body, fault) in [
            ("<", "the answer is not a JSON object"), ("[]", "the answer is not a JSON object"),
            ("{}", "accessToken is missing"), (#"{"accessToken":""}"#, "accessToken is empty"),
            (#"{"access_token":7}"#, "accessToken is not a string"),
            (#"{"accessToken":"\#(long)"}"#, "accessToken is too long"),
            (#"{"accessToken":"s3cret","refreshToken":["s3cret"]}"#, "refreshToken is not a string"),
            (#"{"token":"s3cret"}"#, "token is not an object"), (#"{"token":{}}"#, "token.accessToken is missing"),
            (#"{"accessToken":"s3cret","token":{"refreshToken":"s3cret"}}"#, "token.accessToken is missing"),
            (#"{"token":{"accessToken":"s3cret","refreshToken":""}}"#, "token.refreshToken is empty"),
            (
                #"{"token":{"accessToken":"s3cret"},"user":{"name":"s3cret"}}"#,
                "user.id is missing, and the token names nobody"
            ),
        ] {
            let error = await #expect(throws: ProviderError.self) { try await signIn(.text(.ok, body)) }
            #expect(error?.reason == .invalidAnswer(fault))
            #expect(error.map { !"\($0)".contains("s3cret") } == true)
        }
    }

    @Test func `a refresh is read in the same forms`() async throws {
        let grant = TokenGrant(
            accessToken: Secret("a"), refreshToken: Secret("r"), idToken: nil, expiresAt: clock.now)
        let nested = #"{"token":{"accessToken":"a2","refreshToken":"r2","expiresIn":30}}"#
        let renewed = try await service { _ in .text(.ok, nested) }.refresh(grant)
        #expect(renewed.accessToken == Secret("a2") && renewed.refreshToken == Secret("r2"))
        #expect(renewed.expiresAt == clock.now.adding(.seconds(30)))
        let service = try service { _ in .text(.ok, #"{"token":{}}"#) }
        #expect(
            try await reason { _ = try await service.refresh(grant) } == .invalidAnswer("token.accessToken is missing"))
    }

    /// Tokens without payload, or with empty parts.
    @Test(arguments: ["", ".", "..", "...", "eyJhbGciOiJIUzI1NiJ9..", "eyJhbGciOiJIUzI1NiJ9.e30.", "..e30", "a.b.c"])
    func `a token without payload has no expiry and no subject`(token: String) async throws {
        let answer = #"{"access_token":"x\#(token)","refresh_token":"r","user":{"id":"u1"}}"#
        let session = try await service { _ in .text(.ok, answer) }.signIn(email: "a@b.test", password: Secret("p"))
        #expect(session.identity.subject == "u1")
        let bare = #"{"access_token":"\#(token)","refresh_token":"r","user":{"id":"u1"}}"#
        let other = try? await service { _ in .text(.ok, bare) }.signIn(email: "a@b.test", password: Secret("p"))
        #expect(other.map { $0.identity.subject == "u1" } ?? token.isEmpty)
    }

    @Test(arguments: [
        "1e308", "-1e308", "-1", "9223372036854775807", "\"nan\"", "\"inf\"", "\"-0x1p1023\"", "{}", "[1]",
    ])
    func `an excessive lifetime becomes an hour`(seconds: String) async throws {
        let grant = try await signIn(.text(.ok, #"{"accessToken":"a","expiresIn":\#(seconds),"user":{"id":"7"}}"#))
        #expect(grant.expiresAt == clock.now.adding(.seconds(3_600)))
    }

    @Test(arguments: ["1e308", "-1e308", "9223372036854775807", "253402300800", "1e18"])
    func `an expiry after the year 9999 is ignored`(end: String) async throws {
        let payload = Base64URL.encode(Array("{\"exp\":\(end)}".utf8))
        let grant = try await signIn(
            .text(.ok, #"{"accessToken":"eyJhbGciOiJIUzI1NiJ9.\#(payload).","user":{"id":"7"}}"#))
        #expect(grant.expiresAt == clock.now.adding(.seconds(3_600)))
    }

    /// Composed and decomposed `é` are equal as Strings, but two people for a service.
    @Test func `subjects are compared by their bytes`() throws {
        let one = try #require(Identity(issuer: "https://a.test", subject: "\u{E9}"))
        let two = try #require(Identity(issuer: "https://a.test", subject: "e\u{301}"))
        #expect(one != two)
        #expect(Set([one, two]).count == 2)
    }

    @Test func `a name with many combining marks is truncated by scalars`() async throws {
        let name = "a" + String(repeating: "\u{301}", count: 5_000)
        let session = try await service { _ in
            .text(.ok, #"{"accessToken":"a","user":{"id":"u1","name":"\#(name)"}}"#)
        }.signIn(email: "a@b.test", password: Secret("p"))
        #expect((session.profile.name ?? "").unicodeScalars.count <= 200)
    }

    @Test func `the identity is in the token, or else in the response`() async throws {
        let token = try TestKeys.es256.get().sign(["sub": "7"])
        for (body, expected) in [
            (#"{"accessToken":"\#(token)","user":{"id":"8"}}"#, "7"),
            (#"{"accessToken":"a","user":{"id":"8"}}"#, "8"), (#"{"accessToken":"a","user":{"id":9}}"#, "9"),
            (#"{"accessToken":"a","user":{"id":1.5}}"#, nil), (#"{"accessToken":"a"}"#, nil),
        ] as [(String, String?)] {
            let session = try? await service { request in
                #expect(request.headers["X-Forwarded-For"] == "192.0.2.1")
                return .text(.ok, body)
            }.signIn(email: "a@b.test", password: Secret("hunter2"), client: "192.0.2.1")
            #expect(session?.identity.subject == expected)
            #expect(session.map { $0.identity.issuer == "https://tokens.test/api/" } ?? (expected == nil))
        }
    }

    @Test func `a refused refresh ends the session, and other errors don't`() async throws {
        let grant = try await signIn(.text(.ok, #"{"accessToken":"a","refreshToken":"r","user":{"id":"7"}}"#))
        let renewed = try await service { request in
            request.target.rawPath == "/api/auth/refresh" && request.json?["refreshToken"] == "r"
                ? .text(.ok, #"{"accessToken":"a2"}"#) : Response(.internalServerError)
        }.refresh(grant)
        #expect(renewed.accessToken == Secret("a2"))
        #expect(renewed.refreshToken == Secret("r"))
        for (status, expected) in [
            (Status.unauthorized, ProviderError.Reason.sessionEnded(code: "status 401")),
            (.badGateway, .unreachable("status 502")),
        ] {
            let service = try service { _ in Response(status) }
            #expect(try await reason { _ = try await service.refresh(grant) } == expected)
        }
    }

    @Test func `signing out is idempotent`() async throws {
        let grant = try await signIn(.text(.ok, #"{"accessToken":"a","refreshToken":"r","user":{"id":"7"}}"#))
        try await service { request in
            request.target.rawPath == "/api/auth/logout" && request.headers["Authorization"] == "Bearer a"
                ? Response(.noContent) : Response(.internalServerError)
        }.signOut(grant)
        try await service { _ in Response(.unauthorized) }.signOut(grant)
        let service = try service { _ in Response(.internalServerError) }
        #expect(try await reason { try await service.signOut(grant) } == .unreachable("status 500"))
    }

    @Test(arguments: [Status.badRequest, .unsupportedMediaType, .unprocessableContent])
    func `a service that takes no body with a sign-out is asked again without`(refusal: Status) async throws {
        let grant = TokenGrant(
            accessToken: Secret("a"), refreshToken: Secret("r"), idToken: nil, expiresAt: clock.now)
        let bodies = Mutex<[String]>([])
        try await service { request in
            guard request.headers["Authorization"] == "Bearer a" else { return Response(.unauthorized) }
            let body = if case .bytes(let bytes) = request.body { String(decoding: bytes, as: UTF8.self) } else { "" }
            bodies.withLock { $0.append(body) }
            return body.isEmpty ? .text(.ok, #"{"success":true}"#) : Response(refusal)
        }.signOut(grant)
        #expect(bodies.withLock { $0 } == [#"{"refreshToken":"r","refresh_token":"r"}"#, ""])
        // A refusal in both forms is an error, and is tried again later.
        let service = try service { _ in Response(refusal) }
        #expect(
            try await reason { try await service.signOut(grant) } == .refused(code: "status \(refusal)", words: nil))
    }
}
