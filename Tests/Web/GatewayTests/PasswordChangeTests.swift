import Accounts
import Chat
import Foundation
import HTTP
import Passwords
import RepositoryBehaviour
import SQLite
import Testing

@testable import Gateway

/// Taking another password, at the embedded backend.
@Suite struct PasswordChangeTests {
    private let alice: Form = ["method": "password", "user": "alice", "password": "correct horse"]
    private let change: Form = ["current": "correct horse", "new": "another horse"]

    private func withPasswords(_ body: (SiteUnderTest) async throws -> Void) async throws {
        let clock = ManualClock()
        var stored: (store: PasswordStore, users: any UserRepository)?
        try await withSite(.embedded, clock: clock) { users in
            let store = try PasswordStore(.memory, users: users, clock: clock.clock)
            stored = (store, users)
            return SignInMethods(
                userID: UserIDSignIn(users: users),
                passwords: [BackendPasswords(store, users: users, makesUsers: true)])
        } _: { site in
            let (store, users) = try #require(stored)
            try await store.set(try #require(Password("correct horse")), for: [try await users.user(.alice)])
            try await body(site)
        }
    }

    private func browser(_ site: SiteUnderTest, language: String = "en") async throws -> Browser {
        let browser = try site.browser(language: language)
        try #require(try await browser.post("/sign-in", alice).status == .seeOther)
        return browser
    }

    @Test(arguments: ["en", "ja"])
    func `the new password counts, the old one not, and one is signed out everywhere else`(language: String)
        async throws
    {
        try await withPasswords { site in
            let (here, there) = (try await browser(site, language: language), try await browser(site))
            let byName = try await site.browser(signedInAs: "alice")
            let stream = try site.watch(there)
            try await stream.wait { !$0.events("ready").isEmpty }
            let old = try #require(here.cookies["session"])
            #expect(try await here.get("/profile").text.contains(#"action="/profile/password""#))
            // Who came in without a password has none to change.
            #expect(!(try await byName.get("/profile").text.contains(#"action="/profile/password""#)))
            #expect(try await byName.post("/profile/password", change).status == .notFound)

            let form = try await here.post("/profile/password", [:])
            #expect(form.headers[.cacheControl] == "no-store")
            try expectPage(form, "password.\(language)")
            let answer = try await here.post("/profile/password", change)
            #expect(answer.headers[.location] == "/profile/sessions?password")
            #expect(here.cookies["session"] != old)
            let page = try await here.get("/profile/sessions?password")
            #expect(
                page.text.contains(language == "en" ? "The password was changed." : "パスワードを変更しました。"))
            try await stream.wait { $0.isEnded }
            for other in [there, byName] { #expect(try await other.get("/profile").status == .seeOther) }
            let thief = try site.browser()
            thief.cookies["session"] = old
            #expect(try await thief.get("/profile").status == .seeOther)
            #expect(try await site.sessions.sessions(of: .alice).count == 1)

            #expect(try await thief.post("/sign-in", alice).status == .unprocessableContent)
            #expect(
                try await thief.post("/sign-in", alice.with("password", "another horse")).status
                    == .unprocessableContent, "a form has each field once")
            let right: Form = ["method": "password", "user": "alice", "password": "another horse"]
            #expect(try await thief.post("/sign-in", right).status == .seeOther)
            // The session that goes on is good at the backend, too.
            site.clock.advance(by: .seconds(60))
            await site.site.features.credentialMaintenance.runOnce()
            #expect(try await here.get("/profile").status == .ok)
            #expect(try await site.audit.newest(1_000).contains { $0.kind == .passwordChanged && $0.user == .alice })
        }
    }

    @Test func `what is wrong is said, and changes nothing`() async throws {
        try await withPasswords { site in
            let browser = try await browser(site)
            let other = try await self.browser(site)
            for (form, words) in [
                (["current": "guess", "new": "another horse"], "That is not your current password."),
                (["current": "", "new": "another horse"], "That is not your current password."),
                (["current": "correct horse", "new": ""], "Enter a password."),
                (["current": "correct horse", "new": "short"], "The password is too short."),
                (["current": "correct horse", "new": "correct horse"], "That is the password you have."),
                (["current": "correct horse", "new": "aaaaaaaaaa"], "That password is well known"),
            ] as [(Form, String)] {
                let answer = try await browser.post("/profile/password", form)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
                for field in ["current", "new"] {
                    if let typed = form[field], !typed.isEmpty { #expect(!answer.text.contains("value=\"\(typed)\"")) }
                }
            }
            #expect(try await other.get("/profile").status == .ok)
            #expect(try await site.audit.newest().contains { $0.kind == .passwordChangeRefused })
            #expect(
                try await browser.post("/profile/password", change, origin: "https://evil.test").status == .forbidden)
        }
    }

    @Test func `guessing the current password gets slower and slower`() async throws {
        try await withPasswords { site in
            let browser = try await browser(site)
            var last = Status.ok
            for number in 0..<10 {
                let form: Form = ["current": "guess \(number)", "new": "another horse"]
                last = try await browser.post("/profile/password", form).status
            }
            #expect(last == .tooManyRequests)
            #expect(try await browser.post("/profile/password", change).status == .tooManyRequests)
        }
    }

    @Test func `it takes a fresh proof, the second factor where there is one, and no page holds what was typed`()
        async throws
    {
        try await withPasswords { site in
            let browser = try await browser(site)
            let holder = try await site.enrol(browser)
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await browser.post("/profile/password", change)
            #expect(asked.status == .forbidden)
            #expect(!asked.text.contains("horse"))
            #expect(asked.text.contains("name=\"code\""))
            let form = try await browser.post("/profile/confirm", asked.deferred.with("code", holder.code()))
            #expect(form.status == .ok && form.text.contains("name=\"current\""))
            #expect(try await browser.post("/profile/password", change).status == .seeOther)
        }
    }
}
