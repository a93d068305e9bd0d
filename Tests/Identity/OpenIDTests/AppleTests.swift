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

/// The example key of RFC 7515, appendix A.3, in PEM, as Apple's `.p8` is.
private let pem = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
    H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
    7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
    -----END PRIVATE KEY-----
    """

@Suite struct AppleTests {
    private let clock = ManualClock()
    private let apple: LyingProvider
    private let party: RelyingParty
    private let secret: AppleClientSecret

    init() throws {
        apple = LyingProvider(issuer: "https://appleid.apple.com", key: try TestKeys.rs256.get(), clock: clock.clock)
        secret = try AppleClientSecret(teamID: "TEAM123456", keyID: "KEY1234567", pem: pem)
        let id = try #require(ProviderID("apple"))
        let provider = try #require(
            Provider.apple(id, clientID: "engawa", secret: secret, redirectURI: Stage.redirectURI))
        // The paths of the stand-in have no /auth prefix.
        let handler = apple.handler
        party = RelyingParty(
            provider,
            transport: HandlerTransport { request in
                var request = request
                request.target = RequestTarget(request.target.rawPath.replacing("/auth/", with: "/")) ?? request.target
                if case .bytes(let bytes) = request.body {
                    // The stand-in expects another secret than Apple.
                    request.body = .bytes(Self.without("client_secret", bytes))
                }
                return await handler(request)
            }, clock: clock.clock)
    }

    private static func without(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let query = Query(parsing: String(decoding: bytes, as: UTF8.self)) ?? Query()
        return Array(query.without(name).serialized.utf8)
    }

    private func signIn(
        user: String? = nil, _ change: @escaping @Sendable (inout [String: JSON]) -> Void = { _ in }
    ) async throws -> ProvenIdentity {
        apple.lie { $0.claims = change }
        let (transaction, url) = try await party.begin(returnPath: "/", browser: .random())
        let asked = try #require(Query(parsing: url.split(separator: "?")[1]))
        #expect(asked["response_mode"] == "form_post")
        #expect(asked["scope"] == "openid name email")
        var answer = try apple.consent(to: url.replacing("/auth/authorize", with: "/authorize")).without("iss")
        if let user { answer.append("user", user) }
        answer.append("id_token", "not looked at")
        let form = Form(answer.items.map { Form.Field(name: $0.name, value: $0.value) })
        return try await party.finish(try AuthorizationResponse(form, from: party.provider.id), transaction)
    }

    @Test func `the client secret is a token signed with ES256`() throws {
        let text = try secret.secret(for: "engawa", now: clock.now).revealed
        let key = try SigningKey(pem: pem, keyID: "KEY1234567")
        let token = try CompactToken(text).verified(with: KeySet([key.verificationKey]), allowing: [.es256])
        let now = Double(clock.now.milliseconds / 1_000)
        #expect(
            token.claims == [
                "iss": "TEAM123456", "sub": "engawa", "aud": "https://appleid.apple.com", "iat": .number(now),
                "exp": .number(now + 300),
            ])
        let header = try #require(Base64URL.decode(text.split(separator: ".")[0]))
        #expect(JSON(parsing: header) == ["alg": "ES256", "kid": "KEY1234567"])
    }

    @Test func `no client secret lives longer than Apple allows`() throws {
        let text = try secret.secret(for: "engawa", now: clock.now, lifetime: .seconds(99_999_999)).revealed
        let expiry = try #require(try CompactToken(text).unverifiedExpiry)
        #expect(expiry == Double(clock.now.milliseconds / 1_000) + 15_777_000)
    }

    @Test func `a key that is not on P-256 is refused at the start`() throws {
        #expect(throws: JOSEError.self) { try AppleClientSecret(teamID: "T", keyID: "K", pem: "x") }
    }

    @Test func `the name comes with the first consent only`() async throws {
        let first = try await signIn(
            user: #"{"name":{"firstName":"花子","lastName":"山田"},"email":"elsewhere@evil.test"}"#
        ) { $0["name"] = nil }
        #expect(first.profile.name == "花子 山田")
        #expect(first.profile.email == "hanako@example.test")
        #expect(try await signIn { $0["name"] = nil }.profile.name == nil)
        for odd in [
            "", "{", "[]", #"{"name":"x"}"#, #"{"name":{"firstName":1}}"#, String(repeating: "x", count: 5_000),
        ] {
            #expect(try await signIn(user: odd) { $0["name"] = nil }.profile.name == nil)
        }
    }

    @Test func `booleans may be strings`() async throws {
        for (value, expected): (JSON, Bool) in [
            ("true", true), (true, true), ("false", false), (false, false), ("yes", false), (1, false),
        ] {
            let profile = try await signIn {
                $0["email_verified"] = value
                $0["is_private_email"] = value
                $0["email"] = "abc@privaterelay.appleid.com"
            }.profile
            #expect(profile.isEmailVerified == expected)
            #expect(profile.isPrivateEmail == expected)
        }
    }

    @Test func `both names of the issuer are accepted and give the same identity`() async throws {
        let other = try await signIn { $0["iss"] = "https://account.apple.com" }.identity
        #expect(other == Identity(issuer: "https://appleid.apple.com", subject: "subject-1"))
        await #expect(throws: ProviderError.self) { try await signIn { $0["iss"] = "https://apple.com" } }
    }

    @Test func `notifications are parsed into events`() async throws {
        let now = Double(clock.now.milliseconds / 1_000)
        func send(_ change: (inout [String: JSON]) -> Void = { _ in }) async throws -> AppleNotification {
            var claims: [String: JSON] = [
                "iss": "https://appleid.apple.com", "aud": "engawa", "iat": .number(now), "jti": "1",
                "events": #"{"type":"consent-revoked","sub":"subject-1","event_time":1}"#,
            ]
            change(&claims)
            let payload: JSON = ["payload": .string(try apple.sign(claims))]
            return try await party.appleNotification(payload.bytes)
        }
        #expect(try await send().event == .consentRevoked)
        #expect(
            try await send().identity == Identity(issuer: "https://appleid.apple.com", subject: "subject-1"))
        for (name, event) in [
            ("account-delete", AppleNotification.Event.accountDeleted), ("account-deleted", .accountDeleted),
            ("email-disabled", .emailDisabled), ("email-enabled", .emailEnabled),
        ] {
            let found = try await send { $0["events"] = .string(#"{"type":"\#(name)","sub":"s"}"#) }
            #expect(found.event == event)
            #expect(found.event.endsSessions == (event == .accountDeleted))
        }
        let wrong: [(inout [String: JSON]) -> Void] = [
            { $0["iss"] = "https://evil.test" }, { $0["aud"] = "other" }, { $0["iat"] = .number(now - 300_000) },
            { $0["iat"] = nil }, { $0["events"] = nil }, { $0["events"] = "x" },
            { $0["events"] = #"{"type":"other","sub":"s"}"# }, { $0["events"] = #"{"type":"consent-revoked"}"# },
        ]
        for change in wrong { await #expect(throws: ProviderError.self) { try await send(change) } }
        for body in ["", "{}", #"{"payload":5}"#, #"{"payload":"x"}"#] {
            await #expect(throws: ProviderError.self) { try await party.appleNotification(Array(body.utf8)) }
        }
    }
}
