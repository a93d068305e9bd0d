import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

/// A token with `header` and `claims` and any signature.
private func forged(_ header: JSON, _ claims: [String: JSON], _ code: (String) -> [UInt8] = { _ in [] }) -> String {
    let input = Base64URL.encode(header.bytes) + "." + Base64URL.encode(JSON.object(claims).bytes)
    return input + "." + Base64URL.encode(code(input))
}

@Suite struct LieTests {
    /// The result of a sign-in with changed claims.
    private func reason(
        changing change: @escaping @Sendable (inout [String: JSON]) -> Void,
        _ configure: (inout Provider) -> Void = { _ in }
    ) async throws -> ProviderError.Reason? {
        let stage = try Stage(configure)
        stage.provider.lie { $0.claims = change }
        return try await stage.failure()
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat", "nonce"])
    func `a missing claim is reported`(name: String) async throws {
        #expect(try await reason { $0[name] = nil } == .claim(name: name, .missing))
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat", "nonce", "nbf", "azp", "at_hash", "auth_time"])
    func `a claim of a wrong type is rejected`(name: String) async throws {
        #expect(try await reason { $0[name] = ["x": 1] } == .claim(name: name, .malformed))
        #expect(try await reason { $0[name] = true } == .claim(name: name, .malformed))
    }

    @Test func `another issuer is rejected, however similar`() async throws {
        for issuer in [
            "https://evil.test", "https://provider.test/", "http://provider.test", "https://PROVIDER.test",
            "https://provider.test.evil.test",
        ] {
            #expect(try await reason { $0["iss"] = .string(issuer) } == .claim(name: "iss", .mismatch))
        }
    }

    @Test func `the audience must include this client`() async throws {
        for audience: JSON in ["other", ["other"], [], "ENGAWA", ["engawa "]] {
            #expect(try await reason { $0["aud"] = audience } == .claim(name: "aud", .mismatch), "\(audience)")
        }
        #expect(try await reason { $0["aud"] = ["engawa", 1] } == .claim(name: "aud", .malformed))
        #expect(try await reason { $0["aud"] = ["engawa"] } == nil)
        #expect(try await reason { $0["aud"] = ["engawa", "engawa"] } == nil)
    }

    @Test func `a token with further audiences must name this client as authorized party`() async throws {
        #expect(try await reason { $0["aud"] = ["engawa", "other"] } == .claim(name: "azp", .missing))
        let both: @Sendable (JSON) -> @Sendable (inout [String: JSON]) -> Void = { party in
            {
                $0["aud"] = ["engawa", "other"]
                $0["azp"] = party
            }
        }
        #expect(try await reason(changing: both("engawa")) == nil)
        #expect(try await reason(changing: both("other")) == .claim(name: "azp", .mismatch))
        #expect(try await reason { $0["azp"] = "other" } == .claim(name: "azp", .mismatch))
        #expect(try await reason { $0["azp"] = "engawa" } == nil)
    }

    @Test func `times are checked with a tolerance of a minute`() async throws {
        let now = Double(ManualClock().now.milliseconds / 1_000)
        let cases: [(name: String, seconds: Double, problem: ClaimProblem?)] = [
            ("exp", -59, nil), ("exp", -60, .expired), ("exp", -86_400, .expired),
            ("iat", 60, nil), ("iat", 61, .fromTheFuture), ("iat", 86_400, .fromTheFuture),
            ("nbf", 60, nil), ("nbf", 61, .fromTheFuture), ("nbf", -86_400, nil),
        ]
        for (name, seconds, problem) in cases {
            let found = try await reason { $0[name] = .number(now + seconds) }
            #expect(found == problem.map { .claim(name: name, $0) }, "\(name) \(seconds)")
        }
        for wrong in [-1, 1e300, 253_402_300_800] {
            #expect(try await reason { $0["exp"] = .number(wrong) } == .claim(name: "exp", .malformed))
        }
    }

    @Test func `the time of authentication is checked if requested`() async throws {
        let now = Double(ManualClock().now.milliseconds / 1_000)
        let cases: [(seconds: Double?, problem: ClaimProblem?)] = [
            (-10.25, nil), (-359, nil), (-360, .expired), (61, .fromTheFuture), (nil, .missing),
        ]
        for (seconds, problem) in cases {
            let time = seconds.map { JSON.number(now + $0) }
            let found = try await reason(changing: { $0["auth_time"] = time }) { $0.maximumAge = .seconds(300) }
            #expect(found == problem.map { .claim(name: "auth_time", $0) }, "\(seconds ?? 0)")
            #expect(try await reason { $0["auth_time"] = time } == nil)
        }
    }

    @Test func `a nonce of another sign-in is rejected`() async throws {
        let stage = try Stage { $0.asksUserInfo = true }
        let earlier = try await stage.party.begin(returnPath: "/", browser: stage.browser).transaction.nonce.revealed
        for nonce in [earlier, "", "x"] {
            stage.provider.lie { $0.claims = { $0["nonce"] = .string(nonce) } }
            let problem: ClaimProblem = nonce.isEmpty ? .malformed : .mismatch
            #expect(try await stage.failure() == .claim(name: "nonce", problem))
        }
        // The access token of the response is not used (RFC 9700 §4.5.3.2).
        #expect(stage.provider.requests(for: "/userinfo").isEmpty)
        stage.provider.lie { $0.claims = { _ in } }
        #expect(try await stage.failure() == nil)
        #expect(stage.provider.requests(for: "/userinfo").count == 1)
    }

    @Test func `a hash of another access token is rejected, and a missing one is accepted`() async throws {
        #expect(try await reason { $0["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" } == .claim(name: "at_hash", .mismatch))
        #expect(try await reason { $0["at_hash"] = nil } == nil)
    }

    @Test func `a logout token is not accepted as an ID token`() async throws {
        #expect(try await reason { $0["events"] = [:] } == .claim(name: "events", .forbidden))
    }

    @Test func `a token that is unsigned, or uses the public key as a shared secret, is rejected`() async throws {
        let stage = try Stage(key: try TestKeys.rs256.get())
        stage.provider.lie { $0.token = { claims, _ in forged(["alg": "none"], claims) } }
        #expect(try await stage.failure() == .token(.algorithmNotAllowed("none")))
        stage.provider.lie {
            $0.token = { claims, key in
                let secret = Base64URL.decode(key.verificationKey.jwk["n"]?.string ?? "") ?? []
                return forged(["alg": "HS256", "kid": "rsa-1"], claims) {
                    HMACSHA256.code(for: Array($0.utf8), key: secret)
                }
            }
        }
        #expect(try await stage.failure() == .token(.algorithmNotAllowed("HS256")))
    }

    @Test func `a signature by another key with the same identifier is rejected`() async throws {
        let stage = try Stage(key: try TestKeys.rs256.get())
        stage.provider.lie { $0.token = { claims, _ in try TestKeys.otherRS256.get().sign(claims) } }
        #expect(try await stage.failure() == .token(.invalidSignature))
    }

    @Test func `an algorithm that was neither announced nor configured is rejected`() async throws {
        let stage = try Stage(key: try TestKeys.rs256.get())
        stage.provider.lie { $0.discovery = { $0["id_token_signing_alg_values_supported"] = ["ES256"] } }
        #expect(try await stage.failure() == .token(.algorithmNotAllowed("RS256")))
        let pinned = try Stage(key: try TestKeys.rs256.get()) { $0.algorithms = [.ps256] }
        #expect(try await pinned.failure() == .token(.algorithmNotAllowed("RS256")))
    }

    @Test func `text that is not a token is rejected`() async throws {
        let stage = try Stage()
        for text in ["x", "a.b.c", String(repeating: "A", count: 40_000)] {
            stage.provider.lie { $0.token = { _, _ in text } }
            let found = try await stage.failure()
            #expect(found != nil)
        }
        stage.provider.lie { $0.grant = { $0["id_token"] = nil } }
        #expect(try await stage.failure() == .invalidAnswer("no ID token"))
    }

    @Test func `an answer without a bearer token is refused`() async throws {
        let changes: [@Sendable (inout [String: JSON]) -> Void] = [
            { $0["access_token"] = nil }, { $0["access_token"] = "" }, { $0["access_token"] = 5 },
            { $0["token_type"] = "DPoP" }, { $0["token_type"] = nil },
        ]
        for change in changes {
            let stage = try Stage()
            stage.provider.lie { $0.grant = change }
            #expect(try await stage.failure() == .invalidAnswer("no bearer token"))
        }
    }

    @Test func `no error shows a token, a code or a secret`() async throws {
        let stage = try Stage()
        let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let callback = try stage.provider.consent(to: url)
        stage.provider.lie { $0.claims = { $0["nonce"] = "wrong" } }
        let answer = try AuthorizationResponse(callback, from: stage.party.provider.id)
        do {
            _ = try await stage.party.finish(answer, transaction)
            Issue.record("it was believed")
        } catch {
            #expect("\(error)" == #"idToken at test: claim(name: "nonce", OpenID.ClaimProblem.mismatch)"#)
        }
        for secret in [transaction.nonce.revealed, transaction.verifier.revealed, callback["code"] ?? ""] {
            var dumped = ""
            dump((transaction, answer), to: &dumped)
            #expect(!dumped.contains(secret))
            #expect(!"\(transaction) \(answer)".contains(secret))
        }
    }

    @Test func `a provider's error message is sanitised for the log`() async throws {
        let stage = try Stage()
        let token = String(repeating: "secret", count: 20)
        stage.provider.lie {
            $0.answers["/token"] = .json(
                .forbidden, ["error": "invalid_code", "error_description": .string("the code \(token)\nis\u{7}bad é")])
        }
        #expect(
            try await stage.failure() == .refused(code: "invalid_code", words: "the code (...) ??"))
    }
}
