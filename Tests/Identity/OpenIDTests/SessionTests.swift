import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import Testing

@Suite struct SessionTests {
    @Test func `a refresh gives new tokens, once for each refresh token`() async throws {
        let stage = try Stage()
        let proven = try await stage.signIn()
        let renewed = try await stage.party.refresh(proven.grant, of: proven.identity)
        #expect(renewed.accessToken != proven.grant.accessToken)
        #expect(renewed.refreshToken != proven.grant.refreshToken)
        #expect(
            try await reason { _ = try await stage.party.refresh(proven.grant, of: proven.identity) }
                == .sessionEnded(code: "invalid_grant"))
        _ = try await stage.party.refresh(renewed, of: proven.identity)
    }

    @Test func `members that a refresh does not repeat are kept`() async throws {
        let stage = try Stage()
        let proven = try await stage.signIn()
        stage.provider.lie {
            $0.grant = {
                $0["refresh_token"] = nil
                $0["id_token"] = nil
                $0["expires_in"] = "60"
            }
        }
        let renewed = try await stage.party.refresh(proven.grant, of: proven.identity)
        #expect(renewed.refreshToken == proven.grant.refreshToken)
        #expect(renewed.idToken == proven.grant.idToken)
        #expect(renewed.expiresAt == stage.clock.now.adding(.seconds(60)))
    }

    @Test func `a refresh with an ID token of another person or issuer is rejected`() async throws {
        let stage = try Stage()
        var proven = try await stage.signIn()
        stage.provider.lie { $0.claims = { $0["sub"] = "somebody-else" } }
        #expect(
            try await reason { _ = try await stage.party.refresh(proven.grant, of: proven.identity) }
                == .claim(name: "sub", .mismatch))
        stage.provider.lie { $0.claims = { _ in } }
        proven = try await stage.signIn()
        stage.provider.lie { $0.token = { claims, _ in try TestKeys.rs256.get().sign(claims) } }
        #expect(
            try await reason { _ = try await stage.party.refresh(proven.grant, of: proven.identity) }
                == .token(.unknownKey(keyID: "rsa-1")))
    }

    @Test func `only a definite refusal ends a session`() async throws {
        let cases: [(Response, ProviderError.Reason, isTransient: Bool)] = [
            (Response(.badRequest), .sessionEnded(code: "status 400"), false),
            (.json(.forbidden, ["error": "access_denied"]), .sessionEnded(code: "access_denied"), false),
            (.json(.unauthorized, ["error": "invalid_client"]), .refused(code: "invalid_client", words: nil), false),
            (Response(.serviceUnavailable), .unreachable("status 503"), true),
            (Response(.tooManyRequests), .tooMany(retryAfter: nil), true),
            (.text(.ok, "x"), .invalidAnswer("not a JSON object"), false),
        ]
        for (answer, expected, isTransient) in cases {
            let stage = try Stage()
            let proven = try await stage.signIn()
            stage.provider.lie { $0.answers["/token"] = answer }
            let error = await #expect(throws: ProviderError.self) {
                try await stage.party.refresh(proven.grant, of: proven.identity)
            }
            #expect(error?.reason == expected)
            #expect(error?.isTransient == isTransient)
        }
    }

    @Test func `revocation sends the refresh token with client authentication`() async throws {
        let stage = try Stage()
        let proven = try await stage.signIn()
        try await stage.party.revoke(proven.grant)
        #expect(stage.provider.revoked == [proven.grant.refreshToken?.revealed])
        #expect(
            try await reason { _ = try await stage.party.refresh(proven.grant, of: proven.identity) }
                == .sessionEnded(code: "invalid_grant"))
        stage.provider.lie { $0.answers["/revoke"] = Response(.serviceUnavailable) }
        #expect(try await reason { try await stage.party.revoke(proven.grant) } == .unreachable("status 503"))
    }

    @Test func `revocation uses a client authentication method of its endpoint`() async throws {
        let secret = Secret("s e:cret/+")
        let cases: [(ClientAuthentication, [String], isInHeader: Bool)] = [
            (.post(secret: secret), ["client_secret_basic"], true),
            (.post(secret: secret), ["client_secret_basic", "client_secret_post"], false),
            (.basic(secret: secret), ["client_secret_post"], false), (.basic(secret: secret), ["other"], true),
        ]
        for (authentication, methods, isInHeader) in cases {
            let stage = try Stage(authentication: authentication)
            stage.provider.lie {
                $0.discovery = {
                    $0["revocation_endpoint_auth_methods_supported"] = .array(methods.map { .string($0) })
                }
            }
            try await stage.party.revoke(try await stage.signIn().grant)
            let request = try #require(stage.provider.requests(for: "/revoke").first)
            #expect((request.headers["Authorization"] != nil) == isInHeader)
            #expect((request.fields["client_secret"] != nil) == !isInHeader)
        }
    }

    @Test func `without a revocation endpoint, no request is sent`() async throws {
        let stage = try Stage()
        stage.provider.lie { $0.discovery = { $0["revocation_endpoint"] = nil } }
        let proven = try await stage.signIn()
        try await stage.party.revoke(proven.grant)
        #expect(stage.provider.revoked.isEmpty)
    }

    @Test func `the sign-out URL leads to the provider and back`() async throws {
        let stage = try Stage()
        let proven = try await stage.signIn()
        let url = try await stage.party.endSessionURL(
            idToken: proven.grant.idToken, returnURI: "https://engawa.test/", state: "s")
        #expect(
            url == "https://provider.test/logout?theme=dark&client_id=engawa"
                + "&post_logout_redirect_uri=https%3A%2F%2Fengawa.test%2F"
                + "&id_token_hint=\(proven.grant.idToken?.revealed ?? "")&state=s")
        let other = try Stage()
        other.provider.lie { $0.discovery = { $0["end_session_endpoint"] = nil } }
        #expect(try await other.party.endSessionURL(idToken: nil, returnURI: "https://engawa.test/") == nil)
    }
}

@Suite struct BackChannelLogoutTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    private func claims(_ change: (inout [String: JSON]) -> Void = { _ in }) -> [String: JSON] {
        let now = Double(stage.clock.now.milliseconds / 1_000)
        var claims: [String: JSON] = [
            "iss": .string(stage.provider.issuer), "aud": "engawa", "iat": .number(now), "exp": .number(now + 120),
            "jti": .string("\(UInt64.random(in: .min ... .max))"), "sub": "subject-1", "sid": "session-1",
            "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
        ]
        change(&claims)
        return claims
    }

    private func problem(_ change: (inout [String: JSON]) -> Void) async throws -> ProviderError.Reason? {
        let token = try stage.provider.sign(claims(change))
        return try await reason { _ = try await stage.party.logout(token: token) }
    }

    @Test func `a logout token names a subject or a session`() async throws {
        let request = try await stage.party.logout(token: try stage.provider.sign(claims()))
        #expect(request.issuer == stage.provider.issuer)
        #expect(request.subject == "subject-1")
        #expect(request.sessionID == "session-1")
        #expect(try await problem { $0["sid"] = nil } == nil)
        #expect(try await problem { $0["sub"] = nil } == nil)
        #expect(try await problem { $0["exp"] = nil } == nil)
        #expect(
            try await problem {
                $0["sid"] = nil
                $0["sub"] = nil
            } == .claim(name: "sub", .missing))
    }

    @Test func `invalid logout tokens are rejected`() async throws {
        let now = Double(stage.clock.now.milliseconds / 1_000)
        #expect(try await problem { $0["iss"] = "https://evil.test" } == .claim(name: "iss", .mismatch))
        #expect(try await problem { $0["aud"] = "other" } == .claim(name: "aud", .mismatch))
        #expect(try await problem { $0["nonce"] = "x" } == .claim(name: "nonce", .forbidden))
        #expect(try await problem { $0["events"] = nil } == .claim(name: "events", .mismatch))
        #expect(try await problem { $0["events"] = ["other": [:]] } == .claim(name: "events", .mismatch))
        #expect(try await problem { $0["iat"] = nil } == .claim(name: "iat", .missing))
        #expect(try await problem { $0["iat"] = .number(now - 180) } == .claim(name: "iat", .expired))
        #expect(try await problem { $0["iat"] = .number(now + 61) } == .claim(name: "iat", .fromTheFuture))
        #expect(try await problem { $0["exp"] = .number(now - 60) } == .claim(name: "exp", .expired))
        #expect(try await problem { $0["jti"] = nil } == .claim(name: "jti", .missing))
        #expect(try await problem { $0["sub"] = .string(.init(repeating: "x", count: 256)) } != nil)
    }

    @Test(
        arguments: [
            (nil, true), ("JWT", true), ("logout+jwt", true), ("application/logout+JWT", true), ("at+jwt", false),
            ("secevent+jwt", false), ("", false),
        ] as [(String?, Bool)])
    func `a token of another type ends no session`(type: String?, isTaken: Bool) async throws {
        stage.provider.lie { $0.token = { try $1.sign($0, type: type) } }
        #expect(try await problem { _ in } == (isTaken ? nil : .claim(name: "typ", .mismatch)))
    }

    @Test func `an ID token ends no session`() async throws {
        let proven = try await stage.signIn()
        let token = proven.grant.idToken?.revealed ?? ""
        #expect(try await reason { _ = try await stage.party.logout(token: token) } != nil)
    }

    @Test func `a logout token is accepted once, also when sent concurrently`() async throws {
        let token = try stage.provider.sign(claims())
        let party = stage.party
        let taken = await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { (try? await party.logout(token: token)) != nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        #expect(try await reason { _ = try await party.logout(token: token) } == .claim(name: "jti", .mismatch))
    }

    @Test func `a flood of invented tokens does not cause a fetch of keys each time`() async throws {
        _ = try await stage.signIn()
        for number in 0..<50 {
            let stranger = try SigningKey.random(.es256, keyID: "made-up-\(number)")
            let token = try stranger.sign(claims())
            #expect(try await reason { _ = try await stage.party.logout(token: token) } != nil)
        }
        #expect(stage.provider.requests(for: "/keys").count == 1)
    }
}

@Suite struct GrantTests {
    @Test func `a grant can be serialised, and its description shows nothing`() {
        let now = ManualClock().now
        for grant in [
            TokenGrant(
                accessToken: Secret("secret-a"), refreshToken: Secret("secret-r"), idToken: Secret("secret-i"),
                expiresAt: now),
            TokenGrant(accessToken: Secret("secret-a"), refreshToken: nil, idToken: nil, expiresAt: now),
        ] {
            #expect(TokenGrant(json: grant.json) == grant)
            var dumped = "\(grant) \(String(reflecting: grant))"
            dump(grant, to: &dumped)
            #expect(!dumped.contains("secret-"))
        }
        #expect(TokenGrant(json: .null) == nil)
        #expect(TokenGrant(json: [:]) == nil)
    }
}
