import Bytes
import Accounts
import Chat
import Cryptography
import Eventually
import HTTP
import HTTPClient
import HTTPServer
import JOSE
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import SQLite
import Testing

@testable import Gateway

/// A site with Apple beside it.
private struct AppleStage {
    let site: SiteUnderTest
    let apple: AppleStand

    static func run(_ body: (AppleStage) async throws -> Void) async throws {
        let (clock, secrets) = (ManualClock(), Secrets())
        let apple = AppleStand(key: try SigningKey.random(.rs256, keyID: "rsa-1"), clock: clock.clock)
        let secret = try AppleClientSecret(teamID: AppleStand.team, keyID: AppleStand.keyID, pem: AppleStand.key)
        let id = try #require(ProviderID("apple"))
        let provider = try #require(
            Provider.apple(
                id, clientID: apple.provider.clientID, secret: secret,
                redirectURI: "https://engawa.test/sign-in/apple/callback"))
        let party = RelyingParty(
            provider, transport: SecretWatch(HandlerTransport(apple.handler), secrets), clock: clock.clock)
        try await withSite(.embedded, clock: clock, secrets: secrets) { users in
            SignInMethods(
                userID: UserIDSignIn(users: users),
                providers: [
                    ProviderSignIn(
                        party, brand: .apple, assurance: .none,
                        transactions: try SealedTransactions(
                            .memory, vault: Vault(key: .random()), clock: clock.clock), clock: clock.clock)
                ])
        } _: { site in
            try await body(AppleStage(site: site, apple: apple))
        }
    }

    /// Sets out, and lets the person agree: what Apple's page posts.
    func consent(_ browser: Browser, user: String? = nil) async throws -> Form {
        let leaving = try await browser.post("/sign-in/apple", ["return": "/bookmarks"])
        let refresh = try #require(leaving.headers["Refresh"])
        return try apple.consent(to: String(refresh.dropFirst("0; url=".count)), user: user)
    }

    /// Posts as Apple's page does: from elsewhere, without a cookie of this site.
    func post(_ form: Form) async throws -> Answer {
        try await site.browser().post("/sign-in/apple/callback", form, origin: "https://appleid.apple.com")
    }

    func browser(signedInAs alias: String) async throws -> Browser {
        let browser = try site.browser()
        let answer = try await post(try await consent(browser))
        _ = try await browser.get(try #require(answer.headers[.location]))
        let done = try await browser.post("/welcome", ["name": "Hanako", "alias": alias])
        try #require(done.status == .seeOther)
        return browser
    }

    /// Links Apple to the person of a browser that is signed in. - Returns: what names the link in the page's form.
    func link(_ browser: Browser) async throws -> String {
        let leaving = try await browser.post("/profile/sign-in", ["link": "apple"])
        let url = try #require(leaving.headers["Refresh"]).dropFirst("0; url=".count)
        let parked = try await post(try apple.consent(to: String(url)))
        _ = try await browser.get(try #require(parked.headers[.location]))
        return try #require(try await browser.get("/profile/sign-in").match(#"name="unlink" value="([0-9a-f]{32})""#))
    }

    func notify(_ body: [UInt8]) async throws -> ClientResponse {
        try await CurlClient().send(
            ClientRequest(
                .post, site.url + "/sign-in/apple/notice", headers: [.contentType: "application/json"], body: body))
    }
}

@Suite struct AppleSignInTests {
    private let user = #"{"name":{"firstName":"花子","lastName":"山田"},"email":"elsewhere@evil.test"}"#

    @Test func `a form without cookies finds its browser again, and the name of the first consent the welcome page`()
        async throws
    {
        try await AppleStage.run { stage in
            let browser = try stage.site.browser()
            let form = try await stage.consent(browser, user: user)
            let parked = try await stage.post(form)
            #expect(parked.status == .seeOther)
            let location = try #require(parked.headers[.location])
            #expect(location == "/sign-in/apple/callback?state=\(form["state"] ?? "")")
            #expect(parked.headers.values(of: .setCookie).isEmpty)
            let arrival = try await browser.get(location)
            #expect(arrival.headers[.location] == "/welcome?return=%2Fbookmarks")
            let welcome = try await browser.get("/welcome")
            #expect(welcome.text.contains("花子 山田"))
            #expect(welcome.text.contains("x7k2@privaterelay.appleid.com"))
            #expect(!welcome.text.contains("evil.test"))
            #expect(!welcome.text.contains("value=\"x7k2\""))
            #expect(try await browser.post("/welcome", ["name": "花子", "alias": "hanako"]).status == .seeOther)
            // And again, without the name this time.
            let later = try stage.site.browser()
            let again = try await stage.post(try await stage.consent(later))
            #expect(try await later.get(try #require(again.headers[.location])).headers[.location] == "/bookmarks")
        }
    }

    @Test func `the name that Apple tells once is still known at a later sign-in, until there is a profile`()
        async throws
    {
        try await AppleStage.run { stage in
            let first = try stage.site.browser()
            let told = try await stage.post(try await stage.consent(first, user: user))
            let location = try #require(told.headers[.location])
            #expect(try await first.get(location).headers[.location]?.hasPrefix("/welcome") == true)
            // Nobody set up a profile.
            stage.site.clock.advance(by: .seconds(30 * 24 * 3_600))
            let later = try stage.site.browser()
            let again = try await stage.post(try await stage.consent(later))
            _ = try await later.get(try #require(again.headers[.location]))
            #expect(try await later.get("/welcome").text.contains("花子 山田"))
            #expect(try await later.post("/welcome", ["name": "花子", "alias": "hanako"]).status == .seeOther)
        }
    }

    @Test func `an answer is parked once, for a sign-in that waits, and not for long`() async throws {
        try await AppleStage.run { stage in
            let browser = try stage.site.browser()
            let form = try await stage.consent(browser)
            #expect(try await stage.post(["state": "made-up", "code": "c"]).status == .forbidden)
            #expect(try await stage.post(["code": "c"]).status == .badGateway)
            var huge = form.fields.filter { $0.name != "code" }
            huge.append(Form.Field(name: "code", value: String(repeating: "x", count: 9_000)))
            #expect(try await stage.post(Form(huge)).status == .badGateway)
            let location = try #require(try await stage.post(form).headers[.location])
            #expect(try await stage.post(form).status == .forbidden)
            stage.site.clock.advance(by: .seconds(120))
            #expect(try await browser.get(location).status == .forbidden)
            #expect(stage.apple.provider.requests(for: "/token").isEmpty)
        }
    }

    @Test func `somebody else's answer signs nobody in`() async throws {
        try await AppleStage.run { stage in
            let (thief, victim) = (try stage.site.browser(), try stage.site.browser())
            let location = try #require(try await stage.post(try await stage.consent(thief)).headers[.location])
            // Login CSRF: the victim's browser is led to the thief's sign-in.
            #expect(try await victim.get(location).status == .forbidden)
            #expect(try await thief.get(location).status == .forbidden)
            #expect(stage.apple.provider.requests(for: "/token").isEmpty)
        }
    }

    @Test func `a code or a nonce that was used before is refused`() async throws {
        try await AppleStage.run { stage in
            let browser = try stage.site.browser()
            let first = try await stage.consent(browser)
            _ = try await browser.get(try #require(try await stage.post(first).headers[.location]))
            let second = try await stage.consent(browser)
            let mixed = Form(
                second.fields.map { field in
                    field.name == "code" ? Form.Field(name: "code", value: first["code"] ?? "") : field
                })
            let answer = try await browser.get(try #require(try await stage.post(mixed).headers[.location]))
            #expect(answer.status == .forbidden)
            stage.apple.provider.lie { $0.claims = { $0["nonce"] = "of-another-sign-in" } }
            let third = try await stage.post(try await stage.consent(browser))
            let location = try #require(third.headers[.location])
            #expect(try await browser.get(location).text.contains("could not be verified"))
        }
    }

    @Test func `what Apple tells ends the sessions that it is about, with their streams`() async throws {
        for (event, ends) in [("email-disabled", false), ("consent-revoked", true), ("account-delete", true)] {
            try await AppleStage.run { stage in
                let browser = try await stage.browser(signedInAs: "hanako")
                let stream = try stage.site.watch(browser)
                try await stream.wait { !$0.events("ready").isEmpty }
                #expect(try await stage.notify(Array(#"{"payload":"x.y.z"}"#.utf8)).status == .badRequest)
                #expect(try await stage.notify(try stage.apple.notice(event, about: "other")).status == .ok)
                #expect(try await browser.get("/bookmarks").status == .ok)
                let answer = try await stage.notify(try stage.apple.notice(event))
                #expect(answer.status == .ok)
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(try await browser.get("/bookmarks").status == (ends ? .seeOther : .ok))
                if ends {
                    try await stream.wait { $0.isEnded }
                    #expect(try await stage.site.audit.newest().first?.kind == .sessionRevoked)
                }
                stream.close()
            }
        }
    }

    @Test func `signing out here takes no consent back at Apple`() async throws {
        try await AppleStage.run { stage in
            let browser = try await stage.browser(signedInAs: "hanako")
            #expect(try await browser.post("/sign-out", [:]).headers[.location] == "/sign-in?signed-out")
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.apple.provider.revoked.isEmpty)
        }
    }

    @Test func `unlinking withdraws the consent at Apple, also where its sessions are over, and is written down`()
        async throws
    {
        try await AppleStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            let key = try await stage.link(alice)
            let elsewhere = try stage.site.browser()
            let answer = try await stage.post(try await stage.consent(elsewhere))
            _ = try await elsewhere.get(try #require(answer.headers[.location]))
            #expect(try await elsewhere.get("/profile").text.contains("alice"))
            _ = try await elsewhere.post("/sign-out", [:])
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.apple.provider.revoked.isEmpty)

            stage.site.clock.advance(by: .seconds(60))
            #expect(try await alice.post("/profile/sign-in", ["unlink": key]).status == .seeOther)
            try await eventually { try await stage.site.audit.newest().first?.kind == .consentWithdrawn }
            // One consent, whatever number of tokens; and the refresh token, which takes the others with it.
            #expect(stage.apple.provider.revoked.count == 1)
            let request = try #require(stage.apple.provider.requests(for: "/revoke").first)
            #expect(request.fields["token_type_hint"] == "refresh_token")
            let line = try await #require(try stage.site.audit.newest().first)
            #expect(line.user == .alice && line.method == "apple")
            stage.site.clock.advance(by: .seconds(3_600))
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.apple.provider.revoked.count == 1)
        }
    }

    @Test func `an Apple that can't be reached, or does not know us, keeps nobody linked, and is told later`()
        async throws
    {
        try await AppleStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            let key = try await stage.link(alice)
            stage.apple.provider.lie { $0.answers["/revoke"] = .text(.badGateway, "dead") }
            let answer = try await alice.post("/profile/sign-in", ["unlink": key])
            #expect(answer.headers[.location] == "/profile/sign-in?done=unlinked")
            #expect(try await stage.site.identities.links(of: .alice).isEmpty)
            try await eventually { !stage.apple.provider.requests(for: "/revoke").isEmpty }
            // A key that was set up wrongly may be set right.
            stage.apple.provider.lie { $0.answers["/revoke"] = .json(.badRequest, ["error": "invalid_client"]) }
            stage.site.clock.advance(by: RevocationLimits().firstDelay)
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            stage.apple.provider.lie { $0.answers = [:] }
            #expect(try await stage.site.audit.newest().allSatisfy { $0.kind != .consentWithdrawn })
            // Longer than what a session leaves behind.
            stage.site.clock.advance(by: RevocationLimits().patience * 7)
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.apple.provider.revoked.count == 1)
            #expect(try await stage.site.audit.newest().first?.kind == .consentWithdrawn)
        }
    }
}
