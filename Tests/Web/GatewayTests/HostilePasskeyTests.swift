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
private typealias Twist = SoftwareAuthenticator.Twist

/// Alice's authenticator, at a site whose address can carry passkeys.
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

    /// The challenge of a page, and the ticket that goes with it.
    static func asked(_ page: Answer) throws -> (challenge: Challenge, ticket: String) {
        let options = try #require(page.match(#"data-options="([^"]*)""#)).replacing("&quot;", with: "\"")
        let challenge = try #require(JSON(parsing: Array(options.utf8))?["challenge"]?.string)
        return (
            try #require(Base64URL.decode(challenge).flatMap { Challenge(stored: $0) }),
            try #require(page.match(#"name="ticket" value="([^"]*)""#))
        )
    }

    /// Signs in with a passkey that does what `twist` says.
    func signIn(_ browser: Browser, _ twist: Twist = Twist()) async throws -> Answer {
        let (challenge, ticket) = try Self.asked(try await browser.get("/sign-in"))
        let answer = Self.text(authenticator.authentication(challenge, twist))
        return try await browser.post("/sign-in/passkey", ["ticket": ticket, "answer": answer], origin: origin)
    }
}

/// Answers of authenticators that were made to do harm, sent over the wire.
@Suite struct HostilePasskeyTests {
    /// 8 GiB, where the declaration is believed.
    private static let manyItems: UInt64 = 1 << 30

    @Test func `extensions that declare too much are refused on the sign-in page, though nobody signed them`()
        async throws
    {
        try await withSite(.embedded, publicURL: origin) { site in
            let owner = try await Owner(site)
            for bytes in [
                CBOR.declared(4, count: Self.manyItems), CBOR.declared(5, count: .max),
                CBOR.map([(CBOR.text("a"), CBOR.declared(4, count: Self.manyItems))]),
                [UInt8](repeating: 0x81, count: 3_000),
            ] {
                var twist = Twist()
                twist.extensions = bytes
                twist.signature = { _ in [UInt8](repeating: 0, count: 70) }
                #expect(try await owner.signIn(try site.browser(), twist).status == .unprocessableContent)
                let detail = try await #require(try site.audit.newest(1).first?.detail)
                #expect(detail.contains("step 8"), "\(detail)")
            }
            #expect(try await owner.signIn(try site.browser()).headers[.location] == "/conversations")
        }
    }

    @Test func `a new passkey that declares too much is refused, and the site goes on`() async throws {
        try await withSite(.embedded, publicURL: origin) { site in
            let browser = try site.browser()
            _ = try await browser.post("/sign-in", ["user": "alice"], origin: origin)
            let party = try RelyingPartyID(scheme: "https", host: "chat.example", origin: origin)
            let authenticator = SoftwareAuthenticator(site: party, userHandle: Passkey.handle(of: .alice))
            let lies: [(step: String, bytes: [UInt8])] = [
                ("step 12", CBOR.declared(4, count: Self.manyItems)),
                ("step 12", [UInt8](repeating: 0x9F, count: 10_000)),
                ("step 12", (0..<200).flatMap { _ in CBOR.declared(4, count: 1 << 24) }),
            ]
            func register(_ twist: Twist) async throws -> Status {
                let page = try await browser.post("/profile/security/passkey", ["name": "Key"], origin: origin)
                let (challenge, ticket) = try Owner.asked(page)
                let answer = Owner.text(authenticator.registration(challenge, twist))
                return try await browser.post(
                    "/profile/security/keep-passkey", ["name": "Key", "ticket": ticket, "answer": answer],
                    origin: origin
                ).status
            }
            for (step, bytes) in lies {
                var twist = Twist()
                twist.attestationObject = { _ in bytes }
                #expect(try await register(twist) == .unprocessableContent)
                #expect(try await site.audit.newest(1).first?.detail?.contains(step) == true)
            }
            #expect(try await site.proofs.factors.summary(of: .alice).passkeys.isEmpty)
            #expect(try await register(Twist()) == .ok)
            #expect(try await site.proofs.factors.summary(of: .alice).passkeys.count == 1)
        }
    }

    @Test func `a disabled member's passkey is not verified, and nothing is said of the member`() async throws {
        try await withSite(.embedded, publicURL: origin) { site in
            let owner = try await Owner(site)
            try await site.accounts.disable(.alice)
            // With a signature that is wrong, and with one that is right.
            var forged = Twist()
            forged.signature = { _ in [UInt8](repeating: 0, count: 70) }
            for twist in [forged, Twist()] {
                let answer = try await owner.signIn(try site.browser(), twist)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("This passkey is not known here."))
                let event = try await #require(try site.audit.newest(1).first)
                #expect(event.kind == .signInRefused && event.user == .alice && event.detail == "disabled")
            }
            // Its counter was not touched either.
            #expect(try await site.proofs.factors.summary(of: .alice).passkeys.first?.lastUsedAt == nil)
            try await site.accounts.enable(.alice)
            #expect(try await owner.signIn(try site.browser()).headers[.location] == "/conversations")
        }
    }
}
