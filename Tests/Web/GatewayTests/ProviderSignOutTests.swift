import Accounts
import Bytes
import Chat
import Eventually
import HTTP
import JOSE
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

@testable import Gateway

extension ProviderStage {
    /// A logout token.
    fileprivate func logoutToken(_ change: (inout [String: JSON]) -> Void = { _ in }) throws -> String {
        let now = Double(site.clock.now.milliseconds / 1_000)
        var claims: [String: JSON] = [
            "iss": .string(provider.issuer), "aud": .string(provider.clientID), "iat": .number(now),
            "exp": .number(now + 120), "jti": .string("\(UInt64.random(in: .min ... .max))"),
            "sub": .string(provider.subject), "sid": "session-1",
            "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
        ]
        change(&claims)
        return try provider.sign(claims)
    }

    /// What the provider's server posts.
    fileprivate func tell(_ token: String) async throws -> Answer {
        try await site.browser().post("/sign-in/corp/sign-out", ["logout_token": token], origin: nil)
    }
}

@Suite struct ProviderSignOutTests {
    @Test func `signing out leads on to the provider's own, and gives the tokens back`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            // Setting up the profile has taken nothing away.
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.provider.revoked.isEmpty)
            let answer = try await browser.post("/sign-out", [:])
            #expect(answer.status == .ok)
            let url = try #require(answer.headers["Refresh"]?.dropFirst("0; url=".count))
            #expect(url.hasPrefix("https://provider.test/logout?theme=dark&client_id=engawa"))
            let query = try #require(Query(parsing: url.split(separator: "?", maxSplits: 1)[1]))
            #expect(query["post_logout_redirect_uri"] == "\(stage.site.url)/sign-in?signed-out")
            #expect(query["id_token_hint"]?.split(separator: ".").count == 3)
            #expect(answer.text.contains("You are signed out here."))
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(browser.cookies["session"] == nil)
            #expect(try await browser.get("/sign-in?signed-out").text.contains("You are signed out."))
            try await eventually { stage.provider.revoked.count == 1 }
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.provider.revoked.count == 1)
        }
    }

    @Test func `a dead provider keeps nobody signed in, and gets the tokens back when it lives again`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            stage.provider.lie { $0.answers["/revoke"] = .text(.badGateway, "dead") }
            #expect(try await browser.post("/sign-out", [:]).status == .ok)
            #expect(try await browser.get("/conversations").status == .seeOther)
            try await eventually { !stage.provider.requests(for: "/revoke").isEmpty }
            stage.provider.lie { $0.answers = [:] }
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.provider.revoked.isEmpty)
            stage.site.clock.advance(by: RevocationLimits().firstDelay)
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.provider.revoked.count == 1)
        }
    }

    @Test func `a provider that hangs delays sign-out by two seconds at most`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            // What is known of it has to be asked for again.
            stage.site.clock.advance(by: .seconds(1_800))
            stage.provider.lie { $0.delays["/.well-known/openid-configuration"] = .seconds(6) }
            let start = ContinuousClock.now
            #expect(try await browser.post("/sign-out", [:]).headers[.location] == "/sign-in?signed-out")
            #expect(ContinuousClock.now - start < .seconds(4))
        }
    }

    @Test func `the provider ends a session through the back channel, its streams at once`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            let stream = try stage.site.watch(browser)
            try await stream.wait { !$0.events("ready").isEmpty }
            let other = try await stage.tell(try stage.logoutToken { $0["sid"] = "session-2" })
            #expect(other.status == .ok)
            #expect(try await browser.get("/conversations").status == .ok)
            let token = try stage.logoutToken()
            let answer = try await stage.tell(token)
            #expect(answer.status == .ok)
            #expect(answer.headers[.cacheControl] == "no-store")
            try await stream.wait { $0.isEnded }
            #expect(try await browser.get("/conversations").status == .seeOther)
            let line = try await #require(try stage.site.audit.newest().first)
            #expect(line.kind == .sessionRevoked)
            #expect(line.detail == "by the provider")
            // Good once.
            #expect(try await stage.tell(token).status == .badRequest)
        }
    }

    @Test func `without a session all of the person's are meant`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            let someone = try await stage.site.browser(signedInAs: "alice")
            #expect(try await stage.tell(try stage.logoutToken { $0["sid"] = nil }).status == .ok)
            #expect(try await browser.get("/conversations").status == .seeOther)
            #expect(try await someone.get("/conversations").status == .ok)
        }
    }

    @Test func `what is no logout token ends nothing`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            for token in [
                "", "x.y.z", try stage.logoutToken { $0["aud"] = "other" },
                try stage.logoutToken { $0["iss"] = "https://evil.test" },
                try stage.provider.sign(stage.provider.idTokenClaims(nonce: nil, accessToken: "a")),
            ] {
                let answer = try await stage.tell(token)
                #expect(answer.status == .badRequest)
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            #expect(try await browser.get("/conversations").status == .ok)
        }
    }
}
