import Bytes
import Accounts
import Chat
import ChatStore
import Cryptography
import Foundation
import HTTP
import JOSE
import RepositoryBehaviour
import SoftwareAuthenticator
import Testing
import WebAuthn

@testable import Gateway

private let origin = "https://chat.example"

extension Browser {
    /// A form from a page at the address that people know.
    fileprivate func submit(_ path: String, _ form: Form) async throws -> Answer {
        try await post(path, form, origin: origin)
    }
}

extension Answer {
    /// The challenge that a page gives an authenticator, and the ticket that goes with it.
    fileprivate func asked() throws -> (challenge: Challenge, ticket: String) {
        let options = try #require(match(#"data-options="([^"]*)""#)).replacing("&quot;", with: "\"")
        let challenge = try #require(JSON(parsing: Array(options.utf8))?["challenge"]?.string)
        return (
            try #require(Base64URL.decode(challenge).flatMap { Challenge(stored: $0) }),
            try #require(match(#"name="ticket" value="([^"]*)""#))
        )
    }
}

/// Alice with a passkey, at an address that can carry it.
private struct Owner {
    let site: SiteUnderTest
    let authenticator: SoftwareAuthenticator

    init(_ site: SiteUnderTest) async throws {
        self.site = site
        let party = try RelyingPartyID(scheme: "https", host: "chat.example", origin: origin)
        authenticator = SoftwareAuthenticator(site: party, userHandle: Passkey.handle(of: .alice))
        let challenge = Challenge.random()
        try await site.proofs.factors.register(
            Self.text(authenticator.registration(challenge)), named: "Phone", for: .alice, challenge, at: party)
    }

    static func text(_ members: [String: JSON]) -> String {
        String(decoding: JSON.object(members).bytes, as: UTF8.self)
    }

    /// What the script would send for what a page asks.
    func answer(_ page: Answer) throws -> Form {
        let (challenge, ticket) = try page.asked()
        return ["ticket": ticket, "answer": Self.text(authenticator.authentication(challenge))]
    }
}

@Suite struct PasskeyPagesTests {
    @Test func `a passkey alone signs one in, with its page's challenge, once, in its browser`() async throws {
        try await withSite(.embedded, publicURL: origin) { site in
            let owner = try await Owner(site)
            let (browser, other) = (try site.browser(), try site.browser())
            let form = try owner.answer(try await browser.get("/sign-in"))
            _ = try await other.get("/sign-in")
            #expect(try await other.submit("/sign-in/passkey", form).status == .unprocessableContent)
            #expect(try await browser.submit("/sign-in/passkey", form).headers[.location] == "/conversations")
            #expect(try await browser.get("/profile").status == .ok)
            #expect(try await browser.submit("/sign-in/passkey", form).status == .unprocessableContent)
            // It has proven both, so nothing more is asked for.
            #expect(try await site.sessions.sessions(of: .alice).map(\.method) == [.passkey])
        }
    }

    @Test func `one that may have been copied is refused, and all sessions are told`() async throws {
        try await withSite(.embedded, publicURL: origin) { site in
            let owner = try await Owner(site)
            owner.authenticator.counter = 10
            let first = try site.browser()
            _ = try await first.submit("/sign-in/passkey", try owner.answer(try await first.get("/sign-in")))
            owner.authenticator.counter = 4
            let copy = try site.browser()
            let refused = try await copy.submit("/sign-in/passkey", try owner.answer(try await copy.get("/sign-in")))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("“Phone” may have been copied"))
            #expect(try await copy.get("/conversations").status == .seeOther)
            #expect(try await first.get("/conversations").text.contains("One of your passkeys may have been copied"))
            #expect(try await site.audit.newest().contains { $0.kind == .passkeyCopied && $0.user == .alice })
        }
    }

    @Test func `beside another factor, and as a proof again`() async throws {
        try await withSite(.embedded, publicURL: origin) { site in
            let owner = try await Owner(site)
            let browser = try site.browser()
            _ = try await browser.submit("/sign-in", ["user": "alice"])
            let page = try await browser.get("/sign-in/second-factor")
            // A recovery code is all that could be typed.
            #expect(page.text.contains("Recovery code") && !page.text.contains("Code from your app"))
            let done = try await browser.submit("/sign-in/second-factor", try owner.answer(page))
            #expect(done.headers[.location] == "/conversations")
            // Nobody said that this browser is to be remembered.
            #expect(try await site.proofs.factors.summary(of: .alice).devices.isEmpty)
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await browser.submit("/profile/sessions", ["end": "others"])
            #expect(asked.status == .forbidden)
            let old = browser.cookies
            let form = Form(asked.deferred.fields + (try owner.answer(asked)).fields)
            #expect(try await browser.submit("/profile/confirm", form).headers[.location] == "/profile/sessions?ended")
            #expect(browser.cookies != old)
        }
    }

    @Test func `where a passkey alone does not do, it is not offered, and not taken`() async throws {
        try await withSite(.embedded, publicURL: origin, factors: FactorPolicy(passkeysSignIn: false)) { site in
            let owner = try await Owner(site)
            let browser = try site.browser()
            let page = try await browser.get("/sign-in")
            #expect(!page.text.contains("data-passkey"))
            #expect(try await browser.submit("/sign-in/passkey", [:]).status == .notFound)
            _ = try await browser.submit("/sign-in", ["user": "alice"])
            let form = try owner.answer(try await browser.get("/sign-in/second-factor"))
            #expect(try await browser.submit("/sign-in/second-factor", form).headers[.location] == "/conversations")
        }
    }
}
