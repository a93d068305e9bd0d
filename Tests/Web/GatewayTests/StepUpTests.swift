import Bytes
import Accounts
import Chat
import Foundation
import HTTP
import JOSE
import LyingProvider
import OneTimePasswords
import RepositoryBehaviour
import Testing

@testable import Gateway

extension Answer {
    /// The hidden fields of a page that asks who it is.
    var deferred: Form {
        Form(
            text.matches(of: /name="(deed|deed-fields)" value="([^"]*)"/).prefix(2).map {
                Form.Field(name: String($0.output.1), value: String($0.output.2).replacing("&amp;", with: "&"))
            })
    }
}

extension Form {
    func with(_ name: String, _ value: String) -> Form { Form(fields + [Field(name: name, value: value)]) }
}

@Suite struct StepUpTests {
    @Test func `after ten minutes what is delicate asks again, and then goes on under another session id`() async throws
    {
        try await withSite(.embedded) { site in
            let (here, there) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await here.post("/profile/sessions", ["end": "others"])
            #expect(asked.status == .forbidden)
            #expect(asked.headers[.cacheControl] == "no-store")
            #expect(try await there.get("/profile").status == .ok)
            let before = try #require(here.cookies["session"])
            let wrong = try await here.post("/profile/confirm", asked.deferred.with("user", "bob"))
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.deferred == asked.deferred)
            #expect(here.cookies["session"] == before)
            let done = try await here.post("/profile/confirm", wrong.deferred.with("user", "alice"))
            #expect(done.headers[.location] == "/profile/sessions?ended")
            #expect(try await there.get("/profile").status == .seeOther)
            #expect(here.cookies["session"] != before)
            #expect(try await here.get("/profile").status == .ok)
            // It is fresh now.
            #expect(try await here.post("/profile/security/authenticator", [:]).status == .ok)
            let other = try site.browser()
            other.cookies["session"] = before
            #expect(try await other.get("/profile").status == .seeOther)
        }
    }

    @Test func `who has a second factor is asked for that`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let holder = try await site.enrol(browser)
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await browser.post("/profile/security/remove-authenticator", [:])
            #expect(asked.status == .forbidden)
            // The first factor does not do.
            let first = try await browser.post("/profile/confirm", asked.deferred.with("user", "alice"))
            #expect(first.status == .unprocessableContent)
            #expect(try await site.proofs.factors.summary(of: .alice).hasSecondFactor)
            let done = try await browser.post("/profile/confirm", asked.deferred.with("code", holder.code()))
            #expect(done.headers[.location] == "/profile/security")
            #expect(try await !site.proofs.factors.summary(of: .alice).hasSecondFactor)
            #expect(try await browser.get("/conversations").status == .ok)
        }
    }

    @Test func `a recovery code proves it too, once, and all sessions are told, also when few are left`() async throws {
        try await withSite(.embedded) { site in
            let (browser, other) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            let holder = try await site.enrol(browser)
            for (used, code) in holder.codes.prefix(7).enumerated() {
                site.clock.advance(by: FactorPolicy.proofLifetime)
                let asked = try await browser.post("/profile/security/authenticator", [:])
                #expect(asked.status == .forbidden)
                let done = try await browser.post("/profile/confirm", asked.deferred.with("code", code))
                #expect(done.headers[.location] == "/profile/security")
                let told = try await other.get("/conversations").text
                #expect(told.contains("A recovery code was used."))
                #expect(told.contains("Few recovery codes are left.") == (used == 6))
            }
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await browser.post("/profile/security/authenticator", [:])
            let again = try await browser.post("/profile/confirm", asked.deferred.with("code", holder.codes[0]))
            #expect(again.status == .unprocessableContent)
        }
    }

    @Test func `only what asks for a proof is done by it, and only from this site`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for target in ["/sign-out", "/conversations", "//elsewhere.example/", "/nowhere", ""] {
                let answer = try await browser.post(
                    "/profile/confirm", ["deed": target, "deed-fields": "", "user": "alice"])
                #expect(answer.status == .badRequest, "\(target)")
            }
            let deferred: Form = ["deed": "/profile/sessions", "deed-fields": "end=others", "user": "alice"]
            #expect(
                try await browser.post("/profile/confirm", deferred, origin: "https://evil.example").status
                    == .forbidden)
            #expect(try await browser.post("/profile/confirm", deferred, origin: nil).status == .forbidden)
        }
    }

    @Test func `other sessions are told on their next page, until one says that one has seen it`() async throws {
        try await withSite(.embedded) { site in
            let (here, there) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            _ = try await there.get("/conversations")
            _ = try await site.enrol(here)
            let words = ["An authenticator app was set up elsewhere.", "New recovery codes were made elsewhere."]
            let page = try await there.get("/conversations")
            for words in words { #expect(page.text.contains(words)) }
            #expect(!(try await here.get("/conversations").text.contains("elsewhere. If that was not you")))
            let until = try #require(page.match(#"name="until" value="([0-9]+)""#))
            // What came since the page was made was not seen on it.
            _ = try await here.post("/profile/security/remove-authenticator", [:])
            let seen = try await there.post(
                "/profile/security/seen", ["return": "/conversations", "until": until])
            #expect(seen.headers[.location] == "/conversations")
            let next = try await there.get("/conversations")
            for words in words { #expect(!next.text.contains(words)) }
            #expect(next.text.contains("The authenticator app was removed elsewhere."))
            #expect(try await there.post("/profile/security/seen", [:]).status == .badRequest)
        }
    }

    @Test func `open streams are told at once, and those that are opened later`() async throws {
        try await withSite(.embedded) { site in
            let (here, there) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            there.cookies["language"] = "ja"
            let others = try await site.browser(signedInAs: "bob")
            let streams = [try site.stream(here), try site.stream(there), try site.stream(others)]
            for stream in streams { try await stream.wait { !$0.events("ready").isEmpty } }
            _ = try await site.enrol(here)
            try await streams[1].wait { $0.events("notices").last?.html.contains("リカバリーコードが作り直されました") ?? false }
            let told = try #require(streams[1].events("notices").last)
            #expect(told.html.contains("認証アプリが設定されました"))
            #expect(told.id == nil)
            #expect(!streams[0].text.contains("made elsewhere"))
            #expect(streams[2].events("notices").isEmpty)
            let late = try site.stream(there)
            try await late.wait { $0.events("notices").last?.json == told.json }
            // Seen in one tab, it goes in all of that session.
            let until = try #require(told.html.firstMatch(of: /name="until" value="([0-9]+)"/)?.output.1)
            _ = try await there.post("/profile/security/seen", ["until": String(until)])
            try await late.wait { $0.events("notices").last?.json == "{}" }
            for stream in streams + [late] { stream.close() }
        }
    }

    @Test func `a provider is asked once more, and only its person goes on`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            let elsewhere = try stage.site.browser()
            _ = try await elsewhere.get(try await stage.consent(elsewhere))
            stage.site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await browser.post("/profile/sessions", ["end": "others"])
            #expect(asked.text.contains("Confirm at Corp"))
            let back = try await stage.consent(browser, asked.deferred)
            // In another browser it is worth nothing.
            let before = try #require(browser.cookies["session"])
            let done = try await browser.get(back)
            #expect(done.headers[.location] == "/profile/sessions?ended")
            #expect(browser.cookies["session"] != before)
            #expect(try await elsewhere.get("/profile").status == .seeOther)
            #expect(try await browser.get("/profile").status == .ok)
            #expect(try await browser.get(back).status == .forbidden)
        }
    }

    @Test func `who was signed in at the provider for long has proven nothing just now`() async throws {
        try await ProviderStage.run { stage in
            stage.provider.lie { lies in
                let long = Double(stage.site.clock.now.milliseconds / 1_000) - 601
                lies.claims = { $0["auth_time"] = .number(long) }
            }
            let browser = try await stage.browser(ofNew: "kim")
            #expect(try await browser.post("/profile/sessions", ["end": "others"]).text.contains("Confirm at Corp"))
            _ = try await browser.post("/sign-out", [:])
            _ = try await browser.get(try await stage.consent(browser))
            #expect(try await browser.post("/profile/sessions", ["end": "others"]).status == .forbidden)
            // Where it does not say, the sign-in counts.
            stage.provider.lie { $0.claims = { $0["auth_time"] = nil } }
            _ = try await browser.post("/sign-out", [:])
            _ = try await browser.get(try await stage.consent(browser))
            #expect(try await browser.post("/profile/sessions", ["end": "others"]).status == .seeOther)
        }
    }

    @Test func `a browser that is remembered has proven no second factor`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway()
            _ = try await browser.post("/sign-in/second-factor", ["code": holder.code(), "remember": "on"])
            // That was one.
            #expect(try await browser.post("/profile/security/passkey", [:]).status != .forbidden)
            _ = try await browser.post("/sign-out", [:])
            #expect(try await browser.post("/sign-in", ["user": "alice"]).headers[.location] == "/conversations")
            let asked = try await browser.post("/profile/security/remove-authenticator", [:])
            #expect(asked.status == .forbidden)
            let done = try await browser.post("/profile/confirm", asked.deferred.with("code", holder.code()))
            #expect(done.headers[.location] == "/profile/security")
        }
    }

    @Test func `a sign-in of long ago at the provider is no proof, nor is somebody else's`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            let old = browser.cookies["session"]
            stage.site.clock.advance(by: FactorPolicy.proofLifetime)
            let deferred = try await browser.post("/profile/sessions", ["end": "others"]).deferred
            let leaving = try await browser.post("/sign-in/corp", deferred)
            let url = try #require(leaving.headers["Refresh"])
            #expect(url.contains("prompt=login") && url.contains("max_age=0"))
            // Said to be long ago, not said, and said to be zero, as some do that don't know.
            for moment in [JSON.number(1_000_000_000), nil, .number(0)] {
                stage.provider.lie { $0.claims = { $0["auth_time"] = moment } }
                let stale = try await browser.get(try await stage.consent(browser, deferred))
                #expect(stale.status == .unprocessableContent && stale.deferred == deferred)
                #expect(stale.text.contains("Corp did not say that it asked you again."))
            }
            stage.provider.lie { $0.claims = { $0["sub"] = "somebody-else" } }
            #expect(try await browser.get(try await stage.consent(browser, deferred)).status == .unprocessableContent)
            #expect(browser.cookies["session"] == old)
        }
    }
}
