import Bytes
import Accounts
import Chat
import ChatStore
import Cryptography
import Foundation
import HTTP
import JOSE
import LyingProvider
import MemoryTransactions
import OpenID
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

/// A site with a provider beside it, both without a network between.
struct ProviderStage {
    let site: SiteUnderTest
    let provider: LyingProvider

    static func run(
        factors policy: FactorPolicy = FactorPolicy(), hasUserID: Bool = true, firstAdmin code: FirstAdminCode? = nil,
        _ body: (ProviderStage) async throws -> Void
    ) async throws {
        let (clock, secrets) = (ManualClock(), Secrets())
        let provider = LyingProvider(key: try SigningKey.random(.es256, keyID: "ec-1"), clock: clock.clock)
        var configured = Provider(
            try #require(ProviderID("corp")), .discovered(issuer: try #require(EndpointURL(provider.issuer))),
            clientID: provider.clientID, authentication: .basic(secret: Secret(provider.clientSecret)),
            redirectURI: "https://engawa.test/sign-in/corp/callback")
        configured.scopes = ["openid", "profile", "email"]
        let party = RelyingParty(
            configured, transport: SecretWatch(HandlerTransport(provider.handler), secrets), clock: clock.clock)
        try await withSite(.embedded, factors: policy, clock: clock, secrets: secrets, firstAdmin: code) { users in
            SignInMethods(
                userID: hasUserID ? UserIDSignIn(users: users) : nil,
                providers: [
                    ProviderSignIn(
                        party, brand: .named("Corp"), transactions: MemoryTransactions(), clock: clock.clock)
                ])
        } _: { site in
            try await body(ProviderStage(site: site, provider: provider))
            let written = site.log.all + "\(try await site.audit.newest())"
            for secret in provider.issued { #expect(!written.contains(secret), "a secret is in a log") }
        }
    }

    /// A browser in which a new person has signed in at the provider and set up a profile.
    func browser(ofNew alias: String) async throws -> Browser {
        let browser = try site.browser()
        _ = try await browser.get(try await consent(browser))
        let done = try await browser.post("/welcome", ["name": "Kim", "alias": alias])
        try #require(done.status == .seeOther)
        return browser
    }

    /// Where somebody arrives who signs in, and sets up a profile where there is none.
    func arrival(_ alias: String) async throws -> String? {
        let browser = try site.browser()
        let first = try await browser.get(try await consent(browser)).headers[.location]
        guard first?.hasPrefix("/welcome") == true else { return first }
        return try await browser.post("/welcome", ["name": "Kim", "alias": alias]).headers[.location]
    }

    /// Sets out, and lets the person agree. - Returns: the path by which the browser comes back.
    func consent(_ browser: Browser, _ form: Form = [:]) async throws -> String {
        let leaving = try await browser.post("/sign-in/corp", form)
        try #require(leaving.status == .ok)
        let refresh = try #require(leaving.headers["Refresh"])
        let url = String(try #require(refresh.split(separator: "url=", maxSplits: 1).last))
        return "/sign-in/corp/callback?\(try provider.consent(to: url).serialized)"
    }
}

@Suite struct ProviderSignInTests {
    @Test func `who is new sets up a profile, and is known the next time`() async throws {
        try await ProviderStage.run { stage in
            let browser = try stage.site.browser()
            let back = try await stage.consent(browser, ["return": "/bookmarks"])
            let arrival = try await browser.get(back)
            #expect(arrival.headers[.location] == "/welcome?return=%2Fbookmarks")
            #expect(try await browser.get("/conversations").headers[.location] == "/welcome?return=%2Fconversations")
            #expect(try await browser.get("/welcome").text.contains("Welcome"))
            let done = try await browser.post(
                "/welcome", ["name": "Kim", "alias": "kim", "return": "/bookmarks"])
            #expect(done.status == .seeOther)
            #expect(done.headers[.location] == "/bookmarks")
            #expect(try await browser.get("/bookmarks").status == .ok)

            let later = try stage.site.browser()
            #expect(try await later.get(try await stage.consent(later)).headers[.location] == "/conversations")
            #expect(try await later.get("/profile").text.contains("kim"))
            #expect(try await stage.site.audit.newest().map(\.kind) == [.signedIn, .signedIn, .identityLinked])
        }
    }

    @Test func `whose provider has asked for two factors is asked for none here, also when new`() async throws {
        try await ProviderStage.run(factors: FactorPolicy(everyone: .required)) { stage async throws in
            stage.provider.lie { $0.claims = { $0["amr"] = ["pwd", "otp"] } }
            #expect(try await stage.arrival("kim") == "/conversations")
            #expect(try await stage.arrival("kim") == "/conversations")
            // One factor there is one factor.
            stage.provider.lie { $0.claims = { $0["amr"] = ["pwd"] } }
            #expect(try await stage.arrival("kim") == "/sign-in/second-factor")
            stage.provider.lie { $0.claims = { $0["sub"] = "somebody-else" } }
            #expect(try await stage.arrival("lee") == "/sign-in/second-factor")
        }
    }

    @Test func `a callback counts once, and in the browser in which it began`() async throws {
        try await ProviderStage.run { stage in
            let (mine, others) = (try stage.site.browser(), try stage.site.browser())
            let back = try await stage.consent(mine)
            let stolen = try await others.get(back)
            #expect(stolen.status == .forbidden)
            #expect(stolen.text.contains("has expired or was used already"))
            // The thief has used it up.
            #expect(try await mine.get(back).status == .forbidden)
            let again = try await stage.consent(mine)
            #expect(try await mine.get(again).status == .seeOther)
            #expect(try await mine.get(again).status == .forbidden)
        }
    }

    @Test func `whoever says no at the provider sees the sign-in page and no complaint`() async throws {
        try await ProviderStage.run { stage in
            let browser = try stage.site.browser()
            let state = try #require(
                URLComponents(string: try await stage.consent(browser))?.queryItems?.first { $0.name == "state" }?.value
            )
            let answer = try await browser.get(
                "/sign-in/corp/callback?state=\(state)&error=access_denied&iss=https://provider.test")
            #expect(answer.status == .ok)
            #expect(!answer.text.contains("role=\"alert\""))
            #expect(answer.text.contains("Sign in with Corp"))
        }
    }

    @Test func `a lie is not believed, and the log says which`() async throws {
        try await ProviderStage.run { stage in
            stage.provider.lie { $0.claims = { $0["aud"] = "somebody-else" } }
            let browser = try stage.site.browser()
            let answer = try await browser.get(try await stage.consent(browser))
            #expect(answer.status == .forbidden)
            #expect(answer.text.contains("could not be verified"))
            #expect(try await stage.site.audit.newest().first?.kind == .signInRefused)
            #expect(try await browser.get("/conversations").headers[.location]?.hasPrefix("/sign-in") == true)
        }
    }
}
