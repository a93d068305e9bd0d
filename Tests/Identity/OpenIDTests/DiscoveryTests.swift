import Bytes
import Chat
import Cryptography
import Eventually
import HTTP
import JOSE
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import Testing

@Suite struct DiscoveryTests {
    private static let path = "/.well-known/openid-configuration"

    private func fault(_ change: @escaping @Sendable (inout [String: JSON]) -> Void) async throws -> String? {
        let stage = try Stage()
        stage.provider.lie { $0.discovery = change }
        guard case .invalidAnswer(let words)? = try await stage.failure() else { return nil }
        return words
    }

    @Test func `the document must have the configured issuer`() async throws {
        for issuer: JSON in ["https://evil.test", "https://provider.test/", .null, 5] {
            #expect(try await fault { $0["issuer"] = issuer } == "the document has another issuer")
        }
    }

    @Test func `secrets are sent neither unencrypted nor to hosts that are not configured`() async throws {
        for name in ["token_endpoint", "jwks_uri", "userinfo_endpoint", "revocation_endpoint"] {
            #expect(try await fault { $0[name] = "http://provider.test/x" } == "\(name) is not an https URL")
            #expect(
                try await fault { $0[name] = "https://inside.test/x" }
                    == "\(name) is at a host that is not configured: inside.test")
            for wrong in ["", "/x", "https://u:p@provider.test/", "https://provider.test/#x", "ftp://provider.test"] {
                #expect(try await fault { $0[name] = .string(wrong) } == "\(name) is not an https URL", "\(wrong)")
            }
        }
        #expect(try await fault { $0["authorization_endpoint"] = "javascript:alert(1)" } != nil)
    }

    @Test func `a configured host may be used`() async throws {
        let stage = try Stage { $0.additionalHosts = ["tokens.test"] }
        stage.provider.lie { $0.discovery = { $0["token_endpoint"] = "https://tokens.test/token" } }
        #expect(try await stage.failure() == nil)
    }

    @Test func `a document without required members is rejected`() async throws {
        for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
            #expect(try await fault { $0[name] = nil } == "an endpoint is missing")
        }
    }

    @Test func `a provider with other PKCE methods only is rejected`() async throws {
        for methods: JSON in [[], ["plain"], [5]] {
            let fault = try await fault { $0["code_challenge_methods_supported"] = methods }
            #expect(fault == "PKCE with S256 is not supported")
        }
        for methods: JSON? in [["plain", "S256"], nil] {
            #expect(try await fault { $0["code_challenge_methods_supported"] = methods } == nil)
        }
    }

    @Test func `an invalid document has its own error`() async throws {
        let cases: [(Response, ProviderError.Reason)] = [
            (Response(.seeOther, headers: [.location: "https://evil.test"]), .invalidAnswer("a redirect elsewhere")),
            (.text(.ok, "<html>"), .invalidAnswer("not a JSON object")),
            (.text(.ok, "[]"), .invalidAnswer("not a JSON object")),
            (.text(.ok, #"{"issuer":"a","issuer":"b"}"#), .invalidAnswer("not a JSON object")),
            (Response(.ok, body: [UInt8](repeating: 0x20, count: 2 << 20)), .invalidAnswer("too large")),
            (Response(.notFound), .refused(code: "status 404", words: nil)),
            (Response(.badGateway), .unreachable("status 502")),
            (Response(.tooManyRequests, headers: [.retryAfter: "7"]), .tooMany(retryAfter: .seconds(7))),
            (Response(.tooManyRequests, headers: [.retryAfter: "soon"]), .tooMany(retryAfter: nil)),
        ]
        for (answer, expected) in cases {
            let stage = try Stage()
            stage.provider.lie { $0.answers[Self.path] = answer }
            #expect(try await stage.failure() == expected)
        }
    }

    @Test func `a missing response is reported with its reason`() async throws {
        for (reason, expected) in [
            (TransportError.Reason.timedOut, ProviderError.Reason.timedOut), (.cancelled, .cancelled),
            (.bodyTooLarge, .invalidAnswer("too large")),
        ] {
            #expect(try await Stage(transport: BrokenTransport(reason)).failure() == expected)
        }
        for reason in [TransportError.Reason.cannotConnect, .connectionLost, .heldBack] {
            guard case .unreachable? = try await Stage(transport: BrokenTransport(reason)).failure() else {
                Issue.record("\(reason) is taken for something else")
                return
            }
        }
    }

    @Test func `it is fetched once for concurrent callers, and again when it has expired`() async throws {
        let stage = try Stage()
        stage.provider.lie { $0.delays[Self.path] = .milliseconds(30) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { _ = try await stage.party.begin(returnPath: "/", browser: stage.browser) }
            }
            try await group.waitForAll()
        }
        #expect(stage.provider.requests(for: Self.path).count == 1)
        stage.clock.advance(by: .seconds(599))
        _ = try await stage.signIn()
        #expect(stage.provider.requests(for: Self.path).count == 1)
        stage.clock.advance(by: .seconds(1))
        _ = try await stage.signIn()
        #expect(stage.provider.requests(for: Self.path).count == 2)
    }

    @Test func `a cancelled caller does not cancel the others`() async throws {
        let stage = try Stage()
        stage.provider.lie { $0.delays[Self.path] = .milliseconds(100) }
        let impatient = Task { try await stage.party.begin(returnPath: "/", browser: stage.browser) }
        try await eventually { !stage.provider.requests(for: Self.path).isEmpty }
        let patient = Task.immediate { try await stage.party.begin(returnPath: "/", browser: stage.browser) }
        impatient.cancel()
        _ = try await patient.value
        #expect(stage.provider.requests(for: Self.path).count == 1)
    }

    @Test func `a failing provider is not flooded, and is used when it is back`() async throws {
        let stage = try Stage()
        stage.provider.lie { $0.answers[Self.path] = Response(.badGateway) }
        for _ in 0..<20 { #expect(try await stage.failure() == .unreachable("status 502")) }
        #expect(stage.provider.requests(for: Self.path).count == 1)
        stage.provider.lie { $0.answers[Self.path] = nil }
        stage.clock.advance(by: .seconds(2))
        #expect(try await stage.failure() == nil)
    }

    @Test func `only URLs that keep secrets encrypted are accepted`() {
        for good in [
            "https://a.test", "https://a.test:8443/x?y", "http://localhost:1/x", "http://127.0.0.1:80", "http://[::1]/",
            "http://engawa.localhost",
        ] {
            #expect(EndpointURL(good)?.description == good)
        }
        for bad in [
            "http://a.test", "http://127.0.0.1.evil.test", "http://localhost.evil.test", "http://192.168.0.1", "a.test",
            "https://", "https://a b", "https://a.test/é", "file:///x", "http://127.1", "https://a.test#x",
            "http://localhost@evil.test",
        ] {
            #expect(EndpointURL(bad) == nil, "\(bad)")
        }
        #expect(EndpointURL("https://a.test/x?y=1")?.adding(["z": "2"]) == "https://a.test/x?y=1&z=2")
        #expect(EndpointURL("https://a.test/x?")?.adding(["z": "2"]) == "https://a.test/x?z=2")
        #expect(EndpointURL("https://a.test/x/")?.appending("/y")?.description == "https://a.test/x/y")
    }

    @Test func `provider identifiers are short and plain`() {
        #expect(ProviderID("apple-2")?.description == "apple-2")
        for wrong in ["", "A", "a b", "a/b", "ü", String(repeating: "a", count: 33)] {
            #expect(ProviderID(wrong) == nil)
        }
    }
}
