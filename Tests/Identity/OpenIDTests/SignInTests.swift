import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

@Suite struct SignInTests {
    @Test func `a sign-in gives the identity`() async throws {
        let stage = try Stage()
        let proven = try await stage.signIn()
        #expect(proven.identity == Identity(issuer: "https://provider.test", subject: "subject-1"))
        #expect(proven.profile.name == "Hanako")
        #expect(proven.profile.email == "hanako@example.test")
        #expect(proven.profile.isEmailVerified)
        #expect(proven.idToken?.sessionID == "session-1")
        #expect(proven.grant.expiresAt == stage.clock.now.adding(.seconds(3_600)))
        #expect(proven.grant.refreshToken != nil)
    }

    @Test func `each signature algorithm and each client authentication method works`() async throws {
        for key in [TestKeys.rs256, TestKeys.ps256, TestKeys.es256] {
            #expect(try await Stage(key: key.get()).failure() == nil)
        }
        let ways: [ClientAuthentication] = [
            .none, .post(secret: Secret("s e:cret/+")), .privateKey(try LyingProvider.clientKey.get()),
        ]
        for way in ways { #expect(try await Stage(authentication: way).failure() == nil) }
    }

    @Test func `a wrong client secret is rejected, and no error contains it`() async throws {
        for way in [ClientAuthentication.basic(secret: Secret("hunter2")), .post(secret: Secret("hunter2"))] {
            let reason = try await Stage(authentication: way).failure()
            #expect(reason == .refused(code: "invalid_client", words: nil))
            #expect(!"\(way)".contains("hunter2"))
        }
    }

    @Test func `the authorization request has the parameters that the standards require`() async throws {
        let stage = try Stage {
            $0.scopes = ["openid", "email"]
            $0.maximumAge = .seconds(3_600)
            $0.parameters = [("prompt", "login")]
            $0.responseMode = .formPost
        }
        let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let query = try stage.provider.authorizationQuery(of: url)
        let expected = [
            "response_type": "code", "client_id": "engawa", "redirect_uri": Stage.redirectURI,
            "scope": "openid email", "state": transaction.state, "nonce": transaction.nonce.revealed,
            "code_challenge": Base64URL.encode(SHA256.hash(Array(transaction.verifier.revealed.utf8))),
            "code_challenge_method": "S256", "max_age": "3600", "prompt": "login", "response_mode": "form_post",
        ]
        #expect(Dictionary(query.items.map { ($0.name, $0.value) }) { $1 } == expected)
        #expect(query.items.count == expected.count)
        #expect(url.contains("scope=openid%20email"))
        #expect(!url.contains(transaction.verifier.revealed))
    }

    @Test func `state, nonce and verifier are new each time, and long`() async throws {
        let stage = try Stage()
        var seen: Set<String> = []
        for _ in 0..<50 {
            let transaction = try await stage.party.begin(returnPath: "/", browser: stage.browser).transaction
            for text in [transaction.state, transaction.nonce.revealed, transaction.verifier.revealed] {
                #expect(text.utf8.count == 43)
                seen.insert(text)
            }
        }
        #expect(seen.count == 150)
    }

    @Test func `cancelling at the provider is not an error`() async throws {
        let stage = try Stage()
        for error in ["access_denied", "user_cancelled_authorize"] {
            #expect(try await stage.failure { try $1.refusal(of: $0, error: error) } == .cancelledByPerson)
        }
        #expect(
            try await stage.failure { try $1.refusal(of: $0, error: "server_error") }
                == .refused(code: "server_error", words: "no"))
    }

    @Test func `userinfo completes the profile, and must be about the same person`() async throws {
        let stage = try Stage { $0.asksUserInfo = true }
        #expect(try await stage.signIn().profile.pictureURL == "https://provider.test/hanako.png")
        stage.provider.lie { $0.userInfo = { $0["sub"] = "somebody-else" } }
        #expect(try await stage.failure() == .claim(name: "sub", .mismatch))
        stage.provider.lie { $0.userInfo = { $0["sub"] = nil } }
        #expect(try await stage.failure() == .claim(name: "sub", .missing))
    }

    @Test func `a plain OAuth 2.0 provider identifies the person by userinfo`() async throws {
        var metadata = ProviderMetadata(
            issuer: "https://plain.test", authorization: try #require(EndpointURL("https://provider.test/authorize")),
            token: try #require(EndpointURL("https://provider.test/token")))
        metadata.userInfo = EndpointURL("https://provider.test/userinfo")
        let given = metadata
        let provider = LyingProvider(key: try TestKeys.es256.get(), clock: Stage.someClock)
        var plain = Provider(
            try #require(ProviderID("plain")), .given(given), clientID: "engawa",
            authentication: .post(secret: Secret(provider.clientSecret)), redirectURI: Stage.redirectURI)
        plain.scopes = ["read:user"]
        plain.subjectMember = "id"
        provider.lie {
            $0.userInfo = {
                $0["sub"] = nil
                $0["id"] = 4711
            }
            $0.grant = { $0["id_token"] = nil }
        }
        let party = RelyingParty(plain, transport: provider.transport, clock: Stage.someClock)
        let (transaction, url) = try await party.begin(returnPath: "/", browser: .random())
        #expect(try provider.authorizationQuery(of: url)["nonce"] == nil)
        var answer = try provider.consent(to: url)
        #expect(
            try await reason {
                _ = try await party.finish(try AuthorizationResponse(answer, from: plain.id), transaction)
            } == .otherIssuer)
        answer = Query(answer.items.filter { $0.name != "iss" })
        let proven = try await party.finish(try AuthorizationResponse(answer, from: plain.id), transaction)
        #expect(proven.identity == Identity(issuer: "https://plain.test", subject: "4711"))
        #expect(proven.idToken == nil)
        #expect(provider.requests(for: "/.well-known/openid-configuration").isEmpty)
        #expect(provider.requests(for: "/keys").isEmpty)
    }

    @Test func `an identity is a subject of limited length without control characters`() {
        #expect(Identity(issuer: "i", subject: String(repeating: "s", count: 255)) != nil)
        for wrong in ["", String(repeating: "s", count: 256), "a\nb", "a\0"] {
            #expect(Identity(issuer: "i", subject: wrong) == nil)
        }
    }
}
