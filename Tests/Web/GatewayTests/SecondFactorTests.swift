import Accounts
import Chat
import ChatStore
import Cryptography
import Foundation
import HTTP
import OneTimePasswords
import RepositoryBehaviour
import Testing

@testable import Gateway

/// Somebody with an authenticator app.
struct Holder {
    let site: SiteUnderTest
    let secret: TOTPSecret
    var codes: [String] = []

    /// Each code is good once, so time passes before the next.
    func code() -> String {
        site.clock.advance(by: .seconds(30))
        return secret.code(atSeconds: site.clock.now.milliseconds / 1_000)
    }
}

extension SiteUnderTest {
    /// Lets somebody who is signed in set up an app, by the pages.
    func enrol(_ browser: Browser) async throws -> Holder {
        let page = try await browser.post("/profile/security/authenticator", [:])
        try #require(page.status == .ok)
        let user = try await #require(try sessions.all().first { $0.alias == "alice" }?.user)
        let secret = try await #require(try proofs.factors.begunAuthenticator(of: user))
        #expect(page.text.contains(secret.typed.revealed))
        #expect(page.text.contains("<path d=\"M"))
        #expect(page.headers[.cacheControl] == "no-store")
        var holder = Holder(site: self, secret: secret)
        let wrong = try await browser.post("/profile/security/confirm-authenticator", ["code": "000000"])
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.contains(secret.typed.revealed))
        let done = try await browser.post("/profile/security/confirm-authenticator", ["code": holder.code()])
        #expect(done.status == .ok)
        holder.codes = done.text.matches(of: /<li>([a-z2-7]{4}(?:-[a-z2-7]{4}){5})/).map { String($0.output.1) }
        #expect(holder.codes.count == 10)
        return holder
    }

    /// A browser in which alice has proven her first factor, and owes the second.
    func halfway(_ form: Form = [:]) async throws -> Browser {
        let browser = try browser()
        let answer = try await browser.post("/sign-in", Form([Form.Field(name: "user", value: "alice")] + form.fields))
        try #require(answer.headers[.location] == "/sign-in/second-factor")
        return browser
    }
}

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite struct SecondFactorTests {
    @Test func `who has a second factor is asked for it, and is nobody before`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway(["return": "/bookmarks"])
            let owed = try #require(browser.cookies["session"])
            for path in ["/conversations", "/profile", "/profile/security", "/bookmarks", "/sign-in", "/"] {
                #expect(try await browser.get(path).headers[.location] == "/sign-in/second-factor", "\(path)")
            }
            #expect(try await browser.post("/profile/security/authenticator", [:]).status == .forbidden)
            #expect(try await browser.post("/profile/sessions", ["end": "others"]).status == .forbidden)
            #expect(try await browser.get("/events").status != .ok)
            let page = try await browser.get("/sign-in/second-factor")
            #expect(page.status == .ok && page.text.contains("autocomplete=\"one-time-code\""))
            #expect(page.headers[.cacheControl] == "no-store")
            let wrong = try await browser.post("/sign-in/second-factor", ["code": "000000"])
            #expect(wrong.status == .unprocessableContent)
            let done = try await browser.post("/sign-in/second-factor", ["code": holder.code()])
            #expect(done.headers[.location] == "/bookmarks")
            #expect(browser.cookies["session"] != owed)
            #expect(try await browser.get("/bookmarks").status == .ok)
            // The old one opens nothing.
            browser.cookies["session"] = owed
            #expect(try await browser.get("/bookmarks").status == .seeOther)
        }
    }

    @Test func `what was not sent is in its box afterwards`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway(
                ["return": "/conversations/\(veranda)", "conversation": veranda, "text": "not yet sent"])
            _ = try await browser.post("/sign-in/second-factor", ["code": "123"])
            let done = try await browser.post("/sign-in/second-factor", ["code": holder.code()])
            #expect(done.headers[.location] == "/conversations/\(veranda)#latest")
            #expect(try await browser.get("/conversations/\(veranda)").text.contains("not yet sent"))
        }
    }

    @Test func `a recovery code lets one in once, and one is told`() async throws {
        try await withSite(.embedded) { site in
            let first = try await site.browser(signedInAs: "alice")
            let holder = try await site.enrol(first)
            let browser = try await site.halfway()
            #expect(
                try await browser.post("/sign-in/second-factor", ["code": holder.codes[0]]).status == .seeOther)
            for told in [first, browser] {
                #expect(try await told.get("/conversations").text.contains("A recovery code was used."))
            }
            #expect(try await browser.get("/profile/security").text.contains("9 are left."))
            let again = try await site.halfway()
            #expect(
                try await again.post("/sign-in/second-factor", ["code": holder.codes[0]]).status
                    == .unprocessableContent)
            #expect(try await site.audit.newest().contains { $0.kind == .recoveryCodeUsed && $0.detail == "9 left" })
        }
    }

    @Test func `guessing becomes slow, for the one account, and says nothing about why`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway()
            var answers: [Answer] = []
            for guess in 0..<7 {
                answers.append(
                    try await browser.post("/sign-in/second-factor", ["code": "00000\(guess)"]))
            }
            #expect(answers.prefix(5).allSatisfy { $0.status == .unprocessableContent })
            #expect(answers.last?.status == .tooManyRequests)
            #expect(answers.last?.headers[.retryAfter] != nil)
            // The right one has to wait too, or the wait would tell which are wrong.
            let secret = holder.secret.code(atSeconds: site.clock.now.milliseconds / 1_000)
            #expect(try await browser.post("/sign-in/second-factor", ["code": secret]).status == .tooManyRequests)
            site.clock.advance(by: .seconds(120))
            #expect(try await browser.post("/sign-in/second-factor", ["code": holder.code()]).status == .seeOther)
        }
    }

    @Test func `guessing at several people from one address becomes slow for the address`() async throws {
        try await withSite(.embedded) { site in
            var answers: [Status] = []
            for person in SamplePerson.allCases.prefix(5) {
                let secret = try #require(try await site.proofs.factors.beginAuthenticator(of: person.id))
                let code = secret.code(atSeconds: site.clock.now.milliseconds / 1_000)
                try #require(try await site.proofs.factors.confirmAuthenticator(code, of: person.id))
                let browser = try site.browser()
                _ = try await browser.post("/sign-in", ["user": person.alias])
                for _ in 0..<5 {
                    answers.append(try await browser.post("/sign-in/second-factor", ["code": "000000"]).status)
                }
            }
            let free = AttemptLimiter.Policy.address.freeFailures
            #expect(answers.prefix(free).allSatisfy { $0 == .unprocessableContent })
            #expect(answers.last == .tooManyRequests)
        }
    }

    @Test func `a browser that is remembered is not asked until that is taken back`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway()
            _ = try await browser.post("/sign-in/second-factor", ["code": holder.code(), "remember": "on"])
            _ = try await browser.post("/sign-out", [:])
            #expect(try await browser.post("/sign-in", ["user": "alice"]).headers[.location] == "/conversations")
            let id = try #require(
                try await browser.get("/profile/security").match(#"name="id" value="([0-9a-f]{32})""#))
            _ = try await browser.post("/profile/security/forget-device", ["id": id])
            _ = try await browser.post("/sign-out", [:])
            #expect(
                try await browser.post("/sign-in", ["user": "alice"]).headers[.location] == "/sign-in/second-factor")
        }
    }

    @Test func `who must have a second factor sets one up before anything else, after the grace`() async throws {
        let policy = FactorPolicy(everyone: .required, grace: .seconds(86_400))
        try await withSite(.embedded, factors: policy) { site in
            let early = try await site.browser(signedInAs: "alice")
            #expect(try await early.get("/conversations").text.contains("A second step will soon be required."))
            let late = try await site.browser(signedInAs: "alice")
            site.clock.advance(by: .seconds(86_399))
            #expect(try await late.get("/conversations").status == .ok)
            site.clock.advance(by: .seconds(1))
            // Sessions of the time of grace are over with it.
            #expect(try await late.get("/conversations").headers[.location]?.hasPrefix("/sign-in?") == true)
            let browser = try await site.halfway(["return": "/bookmarks"])
            let page = try await browser.get("/sign-in/second-factor")
            #expect(page.text.contains("A second step is required here."))
            // This address has no name.
            #expect(page.text.contains("Passkeys don&#39;t work at an address of numbers."))
            let secret = try await #require(try site.proofs.factors.begunAuthenticator(of: .alice))
            // Looking again changes nothing: the app has the secret by now.
            _ = try await browser.get("/sign-in/second-factor")
            #expect(try await site.proofs.factors.begunAuthenticator(of: .alice) == secret)
            #expect(try await browser.get("/bookmarks").status == .seeOther)
            let done = try await browser.post(
                "/sign-in/second-factor", ["code": secret.code(atSeconds: site.clock.now.milliseconds / 1_000)])
            #expect(done.status == .ok && done.text.contains("href=\"/bookmarks\""))
            #expect(done.text.matches(of: /<li>[a-z2-7]{4}-/).count == 10)
            #expect(try await browser.get("/bookmarks").status == .ok)
            let kinds = Set(try await site.audit.newest(1_000).map(\.kind))
            #expect(kinds.isSuperset(of: [.authenticatorAdded, .recoveryCodesRenewed, .signedIn]))
        }
    }

    @Test func `who set one up meanwhile owes that, and no other can be set up instead`() async throws {
        let policy = FactorPolicy(everyone: .required, grace: .seconds(86_400))
        try await withSite(.embedded, factors: policy) { site in
            _ = try await site.browser(signedInAs: "alice")
            site.clock.advance(by: .seconds(86_400))
            let (looking, acting) = (try await site.halfway(), try await site.halfway())
            #expect(try await acting.get("/sign-in/second-factor").text.contains("A second step is required here."))
            let secret = try #require(try await site.proofs.factors.beginAuthenticator(of: .alice))
            let code = secret.code(atSeconds: site.clock.now.milliseconds / 1_000)
            #expect(try await site.proofs.factors.confirmAuthenticator(code, of: .alice))
            #expect(try await looking.get("/sign-in/second-factor").headers[.location]?.hasPrefix("/sign-in") == true)
            for browser in [looking, acting] {
                let codes = try await browser.post(
                    "/sign-in/second-factor", ["answer": "{}", "ticket": "x", "name": "mine"])
                #expect(codes.status == .unauthorized)
                #expect(try await browser.get("/conversations").headers[.location]?.hasPrefix("/sign-in?") == true)
            }
            #expect(try await site.proofs.factors.summary(of: .alice).passkeys.isEmpty)
        }
    }

    @Test func `off is off`() async throws {
        try await withSite(.embedded, factors: FactorPolicy(everyone: .off)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get("/profile/security").status == .notFound)
            #expect(try await browser.post("/profile/security/authenticator", [:]).status == .notFound)
            #expect(try await browser.post("/sign-in/passkey", [:]).status == .notFound)
            #expect(!(try await browser.get("/profile").text.contains("/profile/security")))
        }
    }

    @Test func `neither log nor audit log holds a secret or a code`() async throws {
        try await withSite(.embedded) { site in
            let holder = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway()
            let (wrong, right) = ("987654", holder.code())
            _ = try await browser.post("/sign-in/second-factor", ["code": wrong])
            _ = try await browser.post("/sign-in/second-factor", ["code": right, "remember": "on"])
            _ = try await site.halfway().post("/sign-in/second-factor", ["code": holder.codes[3]])
            let told = site.log.all + "\(try await site.audit.newest(1_000))"
            let secrets =
                [wrong, right, holder.secret.typed.revealed, holder.secret.typed.revealed.filter { $0 != " " }]
                + holder.codes + browser.cookies.filter { $0.key != "zone" }.map(\.value)
            for secret in secrets { #expect(!told.contains(secret)) }
            let kinds = Set(try await site.audit.newest(1_000).map(\.kind))
            #expect(
                kinds.isSuperset(of: [
                    .authenticatorAdded, .recoveryCodesRenewed, .factorRefused, .factorProven, .recoveryCodeUsed,
                    .deviceRemembered, .signedIn,
                ]))
        }
    }
}
