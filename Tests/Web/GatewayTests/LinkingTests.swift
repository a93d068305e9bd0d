import Bytes
import Accounts
import Chat
import Eventually
import Foundation
import HTTP
import JOSE
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

@testable import Gateway

extension ProviderStage {
    /// Sets out from the page of one's ways in. - Returns: the path by which the browser comes back.
    func setOut(_ browser: Browser, _ form: Form) async throws -> String {
        let leaving = try await browser.post("/profile/sign-in", form)
        try #require(leaving.status == .ok, "\(leaving.headers[.location] ?? leaving.text)")
        let url = String(try #require(leaving.headers["Refresh"]?.split(separator: "url=", maxSplits: 1).last))
        return "/sign-in/corp/callback?\(try provider.consent(to: url).serialized)"
    }

    fileprivate func links(of user: UserID) async throws -> [Identities.Link] {
        try await site.identities.links(of: user)
    }
}

@Suite struct LinkingTests {
    @Test(arguments: ["en", "ja"])
    func `what is linked lets one in, until it is unlinked`(language: String) async throws {
        try await ProviderStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice", language: language)
            try expectPage(try await alice.get("/profile/sign-in"), "identities.none.\(language)")
            let back = try await stage.setOut(alice, ["link": "corp"])
            #expect(try await alice.get(back).headers[.location] == "/profile/sign-in?done=linked")
            let page = try await alice.get("/profile/sign-in?done=linked")
            let key = try #require(page.match(#"name="unlink" value="([0-9a-f]{32})""#))
            try expectPage(Answer(page, replacing: key, with: "key"), "identities.\(language)")

            let elsewhere = try stage.site.browser()
            #expect(try await elsewhere.get(try await stage.consent(elsewhere)).headers[.location] == "/conversations")
            #expect(try await elsewhere.get("/profile").text.contains("alice"))

            #expect(
                try await alice.post("/profile/sign-in", ["unlink": key]).headers[.location]
                    == "/profile/sign-in?done=unlinked")
            // Whoever came in by it is out, and it is nobody's now.
            #expect(try await elsewhere.get("/profile").status == .seeOther)
            #expect(try await alice.get("/profile").status == .ok)
            #expect(try await elsewhere.get(try await stage.consent(elsewhere)).headers[.location] == "/welcome")
            #expect(
                Set(try await stage.site.audit.newest(about: .alice).map(\.kind)) == [
                    .signedIn, .identityLinked, .identityUnlinked, .sessionRevoked,
                ])
        }
    }

    @Test func `what belongs to another stays theirs, whatever the e-mail address says`() async throws {
        try await ProviderStage.run { stage in
            let bob = try await stage.site.browser(signedInAs: "bob")
            _ = try await bob.get(try await stage.setOut(bob, ["link": "corp"]))
            #expect(try await stage.links(of: .bob).count == 1)
            let alice = try await stage.site.browser(signedInAs: "alice")
            let answer = try await alice.get(try await stage.setOut(alice, ["link": "corp"]))
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("belongs to somebody else"))
            #expect(try await stage.links(of: .alice).isEmpty)
            #expect(try await stage.links(of: .bob).count == 1)
        }
    }

    @Test func `after ten minutes one proves again who one is, and what one asked for goes on`() async throws {
        try await ProviderStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            let old = try #require(alice.cookies["session"])
            stage.site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await alice.post("/profile/sign-in", ["link": "corp"])
            #expect(asked.status == .forbidden && asked.text.contains("prove once more that it is you"))
            let wrong = try await alice.post("/profile/confirm", asked.deferred.with("user", "bob"))
            #expect(wrong.status == .unprocessableContent)
            #expect(alice.cookies["session"] == old)
            let stream = try stage.site.stream(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            let right = try await alice.post("/profile/confirm", asked.deferred.with("user", "alice"))
            let new = try #require(alice.cookies["session"])
            #expect(new != old)
            // Streams of the old token end; a browser opens them anew with the new one.
            try await stream.wait(\.isEnded)
            let thief = try stage.site.browser()
            thief.cookies["session"] = old
            #expect(try await thief.get("/profile").status == .seeOther)
            #expect(try await stage.site.sessions.sessions(of: .alice).count == 1)
            // What was asked for has begun: the browser is on its way.
            let url = String(try #require(right.headers["Refresh"]?.split(separator: "url=", maxSplits: 1).last))
            _ = try await alice.get("/sign-in/corp/callback?\(try stage.provider.consent(to: url).serialized)")
            #expect(try await stage.links(of: .alice).count == 1)
        }
    }

    @Test func `a provider is no way around a second factor`() async throws {
        try await ProviderStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            _ = try await alice.get(try await stage.setOut(alice, ["link": "corp"]))
            let browser = try stage.site.browser()
            _ = try await browser.get(try await stage.consent(browser))
            let holder = try await stage.site.enrol(browser)
            stage.site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await browser.post("/profile/security/remove-authenticator", [:])
            #expect(asked.status == .forbidden)
            let old = browser.cookies["session"]
            #expect(try await browser.get(try await stage.consent(browser, asked.deferred)).status == .forbidden)
            #expect(browser.cookies["session"] == old)
            #expect(try await stage.site.proofs.factors.summary(of: .alice).hasSecondFactor)
            _ = try await browser.post("/profile/confirm", asked.deferred.with("code", holder.code()))
            #expect(try await !stage.site.proofs.factors.summary(of: .alice).hasSecondFactor)
        }
    }

    @Test func `who came in by a provider proves it there, freshly, and as the same person`() async throws {
        try await ProviderStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            _ = try await alice.get(try await stage.setOut(alice, ["link": "corp"]))
            let browser = try stage.site.browser()
            _ = try await browser.get(try await stage.consent(browser))
            let old = browser.cookies["session"]
            stage.site.clock.advance(by: FactorPolicy.proofLifetime)

            let deferred = try await browser.post("/profile/sessions", ["end": "others"]).deferred
            let leaving = try await browser.post("/sign-in/corp", deferred)
            let url = try #require(leaving.headers["Refresh"])
            #expect(url.contains("prompt=login") && url.contains("max_age=0"))

            // A sign-in of long ago is none.
            stage.provider.lie { $0.claims = { $0["auth_time"] = .number(1_000_000_000) } }
            let stale = try await browser.get(try await stage.consent(browser, deferred))
            #expect(stale.status == .unprocessableContent && stale.deferred == deferred)
            #expect(browser.cookies["session"] == old)
            // Nor is somebody else's.
            stage.provider.lie { $0.claims = { $0["sub"] = "somebody-else" } }
            #expect(
                try await browser.get(try await stage.consent(browser, deferred)).status == .unprocessableContent)
            #expect(browser.cookies["session"] == old)

            stage.provider.lie { $0.claims = { _ in } }
            let back = try await stage.consent(browser, deferred)
            #expect(try await browser.get(back).headers[.location] == "/profile/sessions?ended")
            #expect(browser.cookies["session"] != old)
            // It counts once.
            #expect(try await browser.get(back).status == .forbidden)
        }
    }

    @Test func `the last way in stays`() async throws {
        try await ProviderStage.run { stage in
            let browser = try stage.site.browser()
            _ = try await browser.get(try await stage.consent(browser))
            _ = try await browser.post("/welcome", ["name": "Kim", "alias": "kim"])
            let user = try await #require(try stage.site.sessions.all().first?.user)
            let key = try await #require(try stage.links(of: user).first?.identity.key)
            #expect(!(try await browser.get("/profile/sign-in").text.contains("name=\"unlink\"")))
            let answer = try await browser.post("/profile/sign-in", ["unlink": key])
            #expect(answer.status == .conflict)
            #expect(try await stage.links(of: user).count == 1)
            // Nobody unlinks what is somebody else's.
            let alice = try await stage.site.browser(signedInAs: "alice")
            _ = try await alice.post("/profile/sign-in", ["unlink": key])
            #expect(try await stage.links(of: user).count == 1)
        }
    }

    @Test func `a link that was begun in one session is worth nothing in another, nor from another site`() async throws
    {
        try await ProviderStage.run { stage in
            let mallory = try await stage.site.browser(signedInAs: "bob")
            let back = try await stage.setOut(mallory, ["link": "corp"])
            // Her browser, with the cookie of his sign-in and her session: as if he had planted it.
            let victim = try await stage.site.browser(signedInAs: "alice")
            for (name, value) in mallory.cookies where name.hasPrefix("sign-in-") { victim.cookies[name] = value }
            #expect(try await victim.get(back).status == .forbidden)
            #expect(try await stage.links(of: .alice).isEmpty)
            #expect(try await stage.links(of: .bob).isEmpty)
            // Without her being signed in neither.
            let again = try await stage.setOut(mallory, ["link": "corp"])
            let nobody = try stage.site.browser()
            nobody.cookies = mallory.cookies.filter { $0.key.hasPrefix("sign-in-") }
            #expect(try await nobody.get(again).headers[.location]?.hasPrefix("/sign-in") == true)
            #expect(nobody.cookies["session"] == nil)
            for form in [["link": "corp"], ["unlink": "x"]] as [Form] {
                #expect(
                    try await victim.post("/profile/sign-in", form, origin: "https://elsewhere.example").status
                        == .forbidden)
            }
            #expect(try await nobody.post("/profile/sign-in", ["link": "corp"]).status == .unauthorized)
        }
    }

    @Test func `whoever changes their mind at the provider is back at the page, and signed in`() async throws {
        try await ProviderStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            let back = try await stage.setOut(alice, ["link": "corp"])
            let state = try #require(URLComponents(string: back)?.queryItems?.first { $0.name == "state" }?.value)
            let answer = try await alice.get(
                "/sign-in/corp/callback?state=\(state)&error=access_denied&iss=https://provider.test")
            #expect(answer.headers[.location] == "/profile/sign-in")
            #expect(try await alice.get("/profile").status == .ok)
        }
    }

    @Test func `unlinking that by which one came in gives its tokens back, and the session goes on without`()
        async throws
    {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            let user = try await #require(try stage.site.sessions.all().first?.user)
            let key = try await #require(try stage.links(of: user).first?.identity.key)
            // A second account at the same provider, and a session that has yet to be one.
            stage.provider.lie { $0.claims = { $0["sub"] = "subject-2" } }
            stage.provider.lie { $0.userInfo = { $0["sub"] = "subject-2" } }
            _ = try await browser.get(try await stage.setOut(browser, ["link": "corp"]))
            try await #require(try stage.links(of: user).count == 2)
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            // Linking keeps no tokens.
            try #require(stage.provider.revoked.count == 1)
            #expect(try await browser.post("/profile/sign-in", ["unlink": key]).status == .seeOther)
            try await eventually { stage.provider.revoked.count == 2 }
            #expect(try await stage.site.sessions.holders(for: user).isEmpty)
            // It has nothing that the provider could refuse, or give back at its end.
            stage.provider.endSessions()
            stage.site.clock.advance(by: .seconds(3_600))
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(try await browser.get("/profile").status == .ok)
            _ = try await browser.post("/sign-out", [:])
            await stage.site.site.features.credentialMaintenance.revokeCredentials()
            #expect(stage.provider.revoked.count == 2)
        }
    }

    @Test func `a sign-in that has yet to prove its second factor ends with the link by which it began`() async throws {
        try await ProviderStage.run { stage in
            let alice = try await stage.site.browser(signedInAs: "alice")
            _ = try await alice.get(try await stage.setOut(alice, ["link": "corp"]))
            let holder = try await stage.site.enrol(alice)
            let elsewhere = try stage.site.browser()
            #expect(
                try await elsewhere.get(try await stage.consent(elsewhere)).headers[.location]?
                    .hasPrefix("/sign-in/second-factor") == true)
            let key = try await #require(try stage.links(of: .alice).first?.identity.key)
            #expect(try await alice.post("/profile/sign-in", ["unlink": key]).status == .seeOther)
            stage.site.clock.advance(by: .seconds(60))
            _ = try await elsewhere.post("/sign-in/second-factor", ["code": holder.code()])
            #expect(try await elsewhere.get("/profile").status == .seeOther)
        }
    }
}
