import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import Synchronization
import Testing

/// A stand-in for Supabase Auth with given responses, which records requests.
private final class Stand: Sendable {
    let answer = Mutex(Response(.ok))
    let requests = Mutex<[Request]>([])

    func service() throws -> SupabaseAuth {
        SupabaseAuth(
            try #require(ProviderID("supabase")), base: try #require(EndpointURL("https://project.test/")),
            apiKey: Secret("anon"),
            transport: HandlerTransport { request in
                self.requests.withLock { $0.append(request) }
                return self.answer.withLock { $0 }
            }, clock: ManualClock().clock)
    }

    func say(_ status: Int, _ body: JSON?, _ headers: HeaderFields = [:]) throws {
        let status = try #require(Status(rawValue: status))
        answer.withLock { $0 = Response(status, headers: headers, body: body?.bytes ?? []) }
    }

    var last: Request? { requests.withLock { $0.last } }

    static let session: JSON = [
        "access_token": "access", "token_type": "bearer", "expires_in": 3_600, "expires_at": 1_795_258_800,
        "refresh_token": "refresh",
        "user": [
            "id": "5f2c", "email": "hanako@example.test", "email_confirmed_at": "2026-01-01T00:00:00Z",
            "app_metadata": ["provider": "apple"], "user_metadata": ["name": "Hanako", "email": "other@evil.test"],
        ],
    ]
}

@Suite struct SupabaseTests {
    private let stand = Stand()
    private let grant = TokenGrant(
        accessToken: Secret("access"), refreshToken: Secret("refresh"), idToken: nil,
        expiresAt: Timestamp(milliseconds: 0))

    private func refusals() async throws -> [ProviderError.Reason?] {
        let service = try stand.service()
        return [
            try await reason {
                _ = try await service.signIn(
                    idToken: Secret("token"), from: "apple", nonce: Secret("nonce"), client: nil)
            },
            try await reason { _ = try await service.refresh(grant) },
            try await reason { _ = try await service.user(grant.accessToken) },
        ]
    }

    @Test func `an ID token becomes a session`() async throws {
        try stand.say(200, Stand.session)
        let session = try await stand.service().signIn(
            idToken: Secret("token"), from: "apple", nonce: Secret("raw"), client: "192.0.2.7")
        #expect(session.identity == Identity(issuer: "https://project.test/auth/v1", subject: "5f2c"))
        #expect(session.profile.email == "hanako@example.test")
        #expect(session.profile.name == "Hanako")
        #expect(session.grant.refreshToken == Secret("refresh"))
        let request = try #require(stand.last)
        #expect(request.target.rawPath == "/auth/v1/token")
        #expect(request.target.query["grant_type"] == "id_token")
        #expect(request.headers["apikey"] == "anon")
        #expect(request.headers["X-Forwarded-For"] == "192.0.2.7")
        #expect(
            request.json == ["provider": "apple", "id_token": "token", "nonce": "raw"])
    }

    @Test func `the provider gets the hash of the nonce and Supabase the raw nonce`() async throws {
        let stage = try Stage { $0.nonceForm = .sha256 }
        let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let sent = try stage.provider.authorizationQuery(of: url)["nonce"]
        #expect(sent == Hexadecimal.encode(SHA256.hash(Array(transaction.nonce.revealed.utf8))))
        #expect(try await stage.failure() == nil)
    }

    @Test func `a rejected token or nonce has the service's message, in each format of its errors`() async throws {
        for (body, code, words): (JSON, String, String) in [
            (["error": "invalid request", "error_description": "Bad ID token"], "invalid request", "Bad ID token"),
            (["error": "invalid nonce", "error_description": "Nonces mismatch"], "invalid nonce", "Nonces mismatch"),
            (["code": 400, "error_code": "validation_failed", "msg": "No"], "validation_failed", "No"),
            (["code": "validation_failed", "message": "No"], "validation_failed", "No"),
        ] {
            try stand.say(400, body)
            for found in try await refusals() { #expect(found == .refused(code: code, words: words)) }
        }
    }

    @Test func `an ended session has its own error`() async throws {
        for code in [
            "refresh_token_not_found", "refresh_token_already_used", "session_expired", "session_not_found",
            "user_banned", "bad_jwt", "no_authorization",
        ] {
            for body: JSON in [
                ["code": 403, "error_code": .string(code), "msg": "x"], ["code": .string(code), "message": "x"],
            ] {
                try stand.say(403, body)
                for found in try await refusals() { #expect(found == .sessionEnded(code: code)) }
            }
        }
        try stand.say(403, ["code": "user_not_found", "message": "x"])
        for found in try await refusals() { #expect(found == .userNotFound) }
    }

    @Test func `rate limits, server errors and invalid responses have their own errors`() async throws {
        let cases: [(Int, JSON?, HeaderFields, ProviderError.Reason)] = [
            (
                429, ["code": "over_request_rate_limit", "message": "x"], [.retryAfter: "60"],
                .tooMany(retryAfter: .seconds(60))
            ),
            (429, nil, [:], .tooMany(retryAfter: nil)),
            (
                500, ["code": "x", "message": "x"], [:],
                .unreachable("status 500")
            ),
            (400, nil, [:], .refused(code: "status 400", words: nil)),
            (302, nil, [.location: "https://evil.test"], .invalidAnswer("a redirect elsewhere")),
            (200, "x", [:], .invalidAnswer("not a JSON object")),
        ]
        for (status, body, headers, expected) in cases {
            try stand.say(status, body, headers)
            for found in try await refusals() { #expect(found == expected) }
        }
        try stand.say(200, ["access_token": "x", "token_type": "bearer", "user": ["id": "1"]])
        let refusal = try await refusals()[0]
        #expect(refusal == .invalidAnswer("no session"))
    }

    @Test func `the user is requested with the access token`() async throws {
        try stand.say(200, Stand.session["user"])
        #expect(try await stand.service().user(Secret("access")).subject == "5f2c")
        #expect(stand.last?.headers["Authorization"] == "Bearer access")
        try stand.say(200, [:])
        let service = try stand.service()
        #expect(try await reason { _ = try await service.user(Secret("access")) } == .invalidAnswer("no user"))
    }

    @Test func `signing out is idempotent`() async throws {
        let service = try stand.service()
        try stand.say(204, nil)
        try await service.signOut(Secret("access"), .global)
        #expect(stand.last?.target.query["scope"] == "global")
        for code in ["session_not_found", "bad_jwt", "user_not_found"] {
            try stand.say(403, ["code": .string(code), "message": "x"])
            try await service.signOut(Secret("access"))
        }
        try stand.say(503, nil)
        #expect(try await reason { try await service.signOut(Secret("access")) } == .unreachable("status 503"))
    }
}

extension Request {
    var json: JSON? { if case .bytes(let bytes) = body { JSON(parsing: bytes) } else { nil } }
}
