import Accounts
import Chat
import HTTP
import OneTimePasswords
import Passwords
import RepositoryBehaviour
import Testing

@testable import Gateway

/// Invitations, and links for a new password.
@Suite struct OneTimeLinkTests {
    private func withPasswords(_ body: (SiteUnderTest, PasswordStore) async throws -> Void) async throws {
        try await withSite(.embedded, allowsRegistration: false, hasPasswords: true) { site in
            let passwords = try #require(site.passwords)
            try await passwords.set(try #require(Password("correct horse")), of: try await site.user("bob"))
            try await body(site, passwords)
        }
    }

    private func path(_ token: LinkToken) -> String { OneTimeLinkPath.path(of: token) }

    private func signIn(_ site: SiteUnderTest, _ alias: String, _ password: String) async throws -> Status {
        let form: Form = ["method": "password", "user": .init(alias), "password": .init(password)]
        return try await site.browser().post("/sign-in", form).status
    }

    @Test(arguments: ["en", "ja"])
    func `a link sets a new password once, ends all sessions, and says afterwards that it was used`(language: String)
        async throws
    {
        try await withPasswords { site, _ in
            let bob = try await site.browser(signedInAs: "bob")
            let (token, _) = try await site.links.make(.password(of: .bob), by: .alice, for: .seconds(3_600))
            let browser = try site.browser(language: language)
            let page = try await browser.get(path(token))
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            #expect(page.text.contains(#"name="token" value="\#(token.revealed)""#) && page.text.contains("@bob"))
            #expect(try await browser.get(path(token)).status == .ok, "a look does not use it")

            let weak = try await browser.post("/link", ["token": .init(token.revealed), "password": "password123"])
            #expect(weak.status == .unprocessableContent && weak.text.contains("link-fault"))
            let form: Form = ["token": .init(token.revealed), "password": "another horse"]
            #expect(try await browser.post("/link", form).status == .ok)
            #expect(try await bob.get("/profile").status == .seeOther)
            #expect(try await signIn(site, "bob", "correct horse") == .unprocessableContent)
            #expect(try await signIn(site, "bob", "another horse") == .seeOther)

            for answer in [try await browser.post("/link", form), try await browser.get(path(token))] {
                #expect(answer.status == .notFound)
                #expect(answer.text.contains(language == "ja" ? "もう使われました" : "was used already"))
            }
            let event = try await #require(try site.audit.newest(9).first { $0.kind == .passwordReset })
            #expect(event.user == .bob && event.actor == .alice)
            #expect(!site.log.all.contains(token.revealed))
        }
    }

    @Test func `a link may remove the factors, and an expired or unknown one does nothing`() async throws {
        try await withPasswords { site, _ in
            let secret = try #require(try await site.proofs.factors.beginAuthenticator(of: .bob))
            let now = site.clock.now.milliseconds / 1_000
            try #require(try await site.proofs.factors.confirmAuthenticator(secret.code(atSeconds: now), of: .bob))
            let purpose = OneTimeLink.Purpose.passwordAndFactors(of: .bob)
            let (late, _) = try await site.links.make(purpose, by: nil, for: .seconds(60))
            site.clock.advance(by: .seconds(60))
            let expired = try await site.browser().post(
                "/link", ["token": .init(late.revealed), "password": "another horse"])
            #expect(expired.status == .notFound && expired.text.contains("has expired"))
            for path in ["/link", "/link?token=x", path(.random())] {
                let answer = try await site.browser().get(path)
                #expect(answer.status == .notFound && answer.text.contains("This link does nothing"))
            }
            #expect(try await site.proofs.factors.summary(of: .bob).hasSecondFactor)
            #expect(try await signIn(site, "bob", "another horse") == .unprocessableContent)

            let (token, _) = try await site.links.make(purpose, by: nil, for: .seconds(60))
            let done = try await site.browser().post(
                "/link", ["token": .init(token.revealed), "password": "another horse"])
            #expect(done.status == .ok)
            #expect(try await !site.proofs.factors.summary(of: .bob).hasSecondFactor)
        }
    }

    @Test func `an invitation makes one person, although registration is off`() async throws {
        try await withPasswords { site, _ in
            #expect(try await site.browser().get("/register").status == .forbidden)
            let (token, _) = try await site.links.make(.invitation(.admin), by: .alice, for: .seconds(3_600))
            func form(_ alias: String, _ password: String = "another horse") -> Form {
                [
                    "token": .init(token.revealed), "alias": .init(alias), "name": "Mia Sky",
                    "password": .init(password),
                ]
            }
            let browser = try site.browser()
            #expect(try await browser.get(path(token)).text.contains("You are invited"))
            for (wrong, status) in [
                (form("bob"), Status.conflict), (form("x"), .unprocessableContent),
                (form("mia", "short"), .unprocessableContent), (form("mia", ""), .unprocessableContent),
            ] {
                let answer = try await browser.post("/link", wrong)
                #expect(answer.status == status && answer.text.contains(#"value="Mia Sky""#))
                #expect(!answer.text.contains("another horse"))
            }
            #expect(try await browser.post("/link", form("mia")).status == .ok)
            #expect(try await signIn(site, "mia", "another horse") == .seeOther)
            let mia = try await site.user("mia")
            #expect(try await site.accounts.account(of: mia.id).role == .admin)
            let again = try await browser.post("/link", form("eve"))
            #expect(again.status == .notFound && again.text.contains("was used already"))
            let event = try await #require(try site.audit.newest(9).first { $0.kind == .accountCreated })
            #expect(event.user == mia.id && event.actor == .alice)
        }
    }

    @Test func `where a password would cross the network in the open, none is asked for`() async throws {
        try await withSite(.embedded, passwords: .thisMachine, hasPasswords: true) { site in
            let (token, _) = try await site.links.make(.password(of: .bob), by: nil, for: .seconds(60))
            let request = Request(
                method: .get, target: try #require(RequestTarget(path(token))), remoteAddress: "192.0.2.1")
            let answer = await site.site.respond(to: request)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == .ok && text.contains("in the open") && !text.contains(#"type="password""#))
            let form: Form = ["token": .init(token.revealed), "password": "another horse"]
            let sent = Request(
                method: .post, target: try #require(RequestTarget("/link")),
                headers: ["Host": "localhost", "Origin": "http://localhost"], body: .form(form),
                remoteAddress: "192.0.2.1")
            #expect(await site.site.respond(to: sent).status == .badRequest)
            #expect(try await site.links.link(token).purpose == .password(of: .bob))
        }
    }

    @Test func `without passwords an invitation asks for none, and before a REST backend there are no links`()
        async throws
    {
        try await withSite(.embedded) { site in
            let (token, _) = try await site.links.make(.invitation(.member), by: nil, for: .seconds(60))
            let browser = try site.browser()
            #expect(!(try await browser.get(path(token)).text.contains(#"type="password""#)))
            let form: Form = ["token": .init(token.revealed), "alias": "mia", "name": "Mia"]
            #expect(try await browser.post("/link", form).status == .ok)
            #expect(try await site.browser(signedInAs: "mia").get("/profile").status == .ok)
        }
        try await withSite(.remote) { site in
            let answer = try await site.browser().get("/link")
            #expect(answer.status == .notFound)
        }
    }
}

extension SiteUnderTest {
    func user(_ alias: String) async throws -> User {
        try await repositories.users.user(alias: try #require(Alias(alias)))
    }
}
