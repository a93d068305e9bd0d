import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import MemoryTransactions
import OpenID
import RepositoryBehaviour
import Testing

@Suite struct CallbackTests {
    @Test func `a transaction can be used once`() async throws {
        let stage = try Stage()
        let (transaction, url) = try await stage.party.begin(returnPath: "/x", browser: stage.browser)
        stage.transactions.keep(transaction)
        let callback = try AuthorizationResponse(try stage.provider.consent(to: url), from: stage.party.provider.id)
        #expect(try await stage.redeem(callback).returnPath == "/x")
        #expect(try await reason { _ = try await stage.redeem(callback) } == .noTransaction)
    }

    @Test func `a transaction expires after ten minutes`() async throws {
        for (seconds, expected) in [(599, nil), (600, ProviderError.Reason.noTransaction)] {
            let stage = try Stage()
            let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
            stage.transactions.keep(transaction)
            let callback = try AuthorizationResponse(try stage.provider.consent(to: url), from: stage.party.provider.id)
            stage.clock.advance(by: .seconds(seconds))
            #expect(try await reason { _ = try await stage.redeem(callback) } == expected)
        }
    }

    @Test func `another browser can't complete it, but consumes it`() async throws {
        for other in [BrowserKey.random(), nil] {
            let stage = try Stage()
            let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
            stage.transactions.keep(transaction)
            let id = stage.party.provider.id
            let callback = try AuthorizationResponse(try stage.provider.consent(to: url), from: id)
            let (transactions, now) = (stage.transactions, stage.clock.now)
            #expect(
                try await reason {
                    _ = try await transactions.redeem(state: callback.state, at: id, browser: other, now: now)
                } == .noTransaction)
            #expect(try await reason { _ = try await stage.redeem(callback) } == .noTransaction)
        }
    }

    @Test func `a callback of one provider does not complete a sign-in at another`() async throws {
        let stage = try Stage()
        let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        stage.transactions.keep(transaction)
        let other = try #require(ProviderID("other"))
        let callback = try AuthorizationResponse(try stage.provider.consent(to: url), from: other)
        #expect(
            try await reason {
                _ = try await stage.transactions.redeem(
                    state: callback.state, at: other, browser: stage.browser, now: stage.clock.now)
            } == .noTransaction)
    }

    @Test func `a provider whose issuer was changed meanwhile does not get the code`() async throws {
        let stage = try Stage()
        let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let id = stage.party.provider.id
        let callback = try AuthorizationResponse(try stage.provider.consent(to: url).without("iss"), from: id)
        let other = try Stage(issuer: "https://other.test")
        other.provider.lie { $0.discovery = { $0["authorization_response_iss_parameter_supported"] = false } }
        #expect(other.party.provider.id == id)
        #expect(try await reason { _ = try await other.party.finish(callback, transaction) } == .noTransaction)
        #expect(other.provider.requests(for: "/token").isEmpty)
    }

    @Test func `a made-up state finds nothing`() async throws {
        let stage = try Stage()
        #expect(try await stage.failure { try $1.consent(to: $0).with("state", "made-up") } == .noTransaction)
    }

    @Test func `the callback must name the issuer of the transaction`() async throws {
        let stage = try Stage()
        for issuer in ["https://evil.test", "https://provider.test/", ""] {
            #expect(try await stage.failure { try $1.consent(to: $0).with("iss", issuer) } == .otherIssuer)
        }
        #expect(try await stage.failure { try $1.consent(to: $0).without("iss") } == .otherIssuer)
        #expect(try await stage.failure { try $1.refusal(of: $0).with("iss", "https://evil.test") } == .otherIssuer)
        #expect(stage.provider.requests(for: "/token").isEmpty)
        // A provider that does not announce `iss` may omit it, but must not send another.
        let quiet = try Stage()
        quiet.provider.lie { $0.discovery = { $0["authorization_response_iss_parameter_supported"] = nil } }
        #expect(try await quiet.failure { try $1.consent(to: $0).without("iss") } == nil)
        #expect(try await quiet.failure { try $1.consent(to: $0).with("iss", "https://evil.test") } == .otherIssuer)
    }

    @Test func `a code is valid once, and with its verifier only`() async throws {
        let stage = try Stage()
        let id = stage.party.provider.id
        let first = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let second = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let callback = try AuthorizationResponse(try stage.provider.consent(to: first.url), from: id)
        let expected = ProviderError.Reason.refused(code: "invalid_grant", words: "the code is not good")
        #expect(try await reason { _ = try await stage.party.finish(callback, second.transaction) } == expected)
        let other = try AuthorizationResponse(try stage.provider.consent(to: first.url), from: id)
        _ = try await stage.party.finish(other, first.transaction)
        #expect(try await reason { _ = try await stage.party.finish(other, first.transaction) } == expected)
    }

    @Test func `an empty or ambiguous callback is rejected`() throws {
        let id = try #require(ProviderID("test"))
        for query: Query in [
            [:], ["code": "c"], ["code": "c", "state": ""], ["state": "s"], ["code": "", "state": "s"],
            ["code": "c", "error": "e", "state": "s"], ["code": "c", "state": "s", "state": "t"],
            ["code": "c", "code": "d", "state": "s"], ["code": "c", "state": "s", "iss": "a", "iss": "a"],
            ["code": "c", "state": .init(repeating: "s", count: 10_000)],
        ] {
            #expect(throws: ProviderError.self) { try AuthorizationResponse(query, from: id) }
        }
        #expect(
            try AuthorizationResponse(["code": "c", "state": "s", "x": "1", "x": "2"] as Query, from: id).state == "s")
        #expect(try AuthorizationResponse(["code": "c", "state": "s"] as Form, from: id).state == "s")
    }

    @Test func `browser keys can be parsed from their cookie values`() {
        let key = BrowserKey.random()
        #expect(BrowserKey(cookieValue: key.cookieValue.revealed) == key)
        for wrong in ["", "x", key.cookieValue.revealed + "A", String(key.cookieValue.revealed.dropLast())] {
            #expect(BrowserKey(cookieValue: wrong) == nil)
        }
    }
}

extension Stage {
    func redeem(_ callback: AuthorizationResponse) async throws -> SignInTransaction {
        try await transactions.redeem(state: callback.state, at: party.provider.id, browser: browser, now: clock.now)
    }
}
