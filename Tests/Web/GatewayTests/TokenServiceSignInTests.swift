import Accounts
import Chat
import Cryptography
import Eventually
import Foundation
import HTTP
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

/// The conversation that was recorded in session access.
private let recorded = "1374bac2-0a53-4932-9a8a-21ad22bb6004"

/// E-mail and password at a service that gives tokens, which the chat backend takes.
@Suite struct TokenServiceSignInTests {
    private struct Stage {
        let site: SiteUnderTest
        let service: TokenServiceStand
        let backend: BackendSessions

        var form: Form { ["method": "token-service", "user": service.email, "password": service.password] }
    }

    private func withService(
        subject: String = alice, _ body: (Stage) async throws -> Void
    ) async throws {
        let (clock, secrets) = (ManualClock(), Secrets())
        let service = try TokenServiceStand(subject: subject, clock: clock.clock)
        let backend = BackendSessions { service.takes($0) }
        try await withSite(.sessions(backend.handler), clock: clock, secrets: secrets) { _ in
            let id = SignInMethodID.tokenService
            let url = try #require(EndpointURL("https://tokens.test"))
            return SignInMethods(passwords: [
                TokenServicePasswords(
                    TokenService(
                        id.provider, base: url, transport: SecretWatch(HandlerTransport(service.handler), secrets),
                        clock: clock.clock))
            ])
        } _: { site in
            try await body(Stage(site: site, service: service, backend: backend))
        }
    }

    @Test func `whom the service calls by a User ID is that person, and the token goes upstream`() async throws {
        try await withService { stage in
            let browser = try stage.site.browser()
            let page = try await browser.get("/sign-in").text
            #expect(page.contains(#"type="email""#))
            #expect(!page.contains("/register"))
            #expect(try await browser.post("/sign-in", stage.form).headers[.location] == "/conversations")
            #expect(try await browser.get("/conversations/\(recorded)").text.contains("filler 60"))
            #expect(stage.backend.tokens.count > 0)
            #expect(stage.backend.cookies.allSatisfy { $0 == nil })
            #expect(stage.service.clients == ["127.0.0.1"])
            let links = try await stage.site.identities.links(of: try #require(UserID(alice)))
            #expect(links.map(\.identity) == [Identity(issuer: "https://tokens.test", subject: alice)])
            #expect(!stage.site.log.all.contains(stage.service.password))
            #expect(stage.backend.tokens.allSatisfy { !stage.site.log.all.contains($0.dropFirst(7)) })
        }
    }

    @Test func `whom the chat does not know sets up a profile`() async throws {
        try await withService(subject: "7") { stage in
            let answer = try await stage.site.browser().post("/sign-in", stage.form)
            #expect(answer.headers[.location] == "/welcome")
        }
    }

    @Test func `the profile shows the introduction with its links, also after a refresh`() async throws {
        try await withService { stage in
            let browser = try stage.site.browser()
            try #require(try await browser.post("/sign-in", stage.form).status == .seeOther)
            for refreshes in [0, 1] {
                let page = try await browser.get("/profile").text
                #expect(stage.service.refreshes == refreshes)
                for url in ["https://alice.example/", "https://veranda.example"] {
                    #expect(page.contains(#"<a href="\#(url)" rel="noopener noreferrer nofollow ugc">"#))
                }
                #expect(page.contains("[here](javascript:alert(1))"))
                stage.site.clock.advance(by: TokenServiceStand.lifetime)
            }
        }
    }

    @Test func `an answer that can't be read is logged with the member that is missing`() async throws {
        try await withService { stage in
            stage.service.fail(.text(.ok, #"{"token":{"refreshToken":"s3cret"},"user":{"id":"7"}}"#))
            let browser = try stage.site.browser()
            #expect(try await browser.post("/sign-in", stage.form).status == .badGateway)
            #expect(stage.site.log.all.contains("token.accessToken is missing"))
            #expect(!stage.site.log.all.contains("s3cret"))
        }
    }

    @Test func `wrong, away, slow and broken each have their sentence`() async throws {
        try await withService { stage in
            let browser = try stage.site.browser()
            let wrong = try await browser.post(
                "/sign-in", ["method": "token-service", "user": stage.service.email, "password": "guess"])
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("The name or the password is wrong."))
            for (fault, status, words) in [
                (Response(.serviceUnavailable), Status.badGateway, "The sign-in service can&#39;t be reached."),
                (Response(.internalServerError), .badGateway, "The sign-in service has a problem."),
                (.text(.ok, "{}"), .badGateway, "The sign-in service has a problem."),
                (Response(.tooManyRequests, headers: [.retryAfter: "9"]), .tooManyRequests, "Try again in 9 seconds."),
            ] {
                stage.service.fail(fault)
                stage.site.clock.advance(by: .seconds(60))
                let answer = try await browser.post("/sign-in", stage.form)
                #expect(answer.status == status)
                #expect(answer.text.contains(words), "\(answer.match("role=\"alert\">([^<]*)") ?? "-")")
            }
        }
    }

    @Test func `tokens are renewed once for all who wait`() async throws {
        try await withService { stage in
            let browser = try stage.site.browser()
            try #require(try await browser.post("/sign-in", stage.form).status == .seeOther)
            try #require(try await browser.get("/conversations").status == .ok)
            stage.site.clock.advance(by: TokenServiceStand.lifetime)
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask { try await browser.get("/conversations/\(recorded)").status }
                }
                for try await status in group { #expect(status == .ok) }
            }
            #expect(stage.service.refreshes == 1)
            #expect(Set(stage.backend.tokens).count == 2)
        }
    }

    @Test func `a service that is away ends nothing, and one that refuses does`() async throws {
        try await withService { stage in
            let browser = try stage.site.browser()
            try #require(try await browser.post("/sign-in", stage.form).status == .seeOther)
            try #require(try await browser.get("/conversations/\(recorded)").status == .ok)
            stage.service.fail(Response(.serviceUnavailable))
            stage.site.clock.advance(by: TokenServiceStand.lifetime)
            #expect(try await browser.get("/conversations/\(recorded)").headers[.location] == nil)
            #expect(try await stage.site.sessions.all().count == 1)
            stage.service.fail(nil)
            stage.service.endAll()
            stage.site.clock.advance(by: .seconds(60))
            let answer = try await browser.post("/conversations/\(recorded)/messages", ["text": "half a thought"])
            #expect(answer.status == .unauthorized)
            #expect(answer.text.contains("half a thought</textarea>"))
            #expect(try await stage.site.sessions.all().isEmpty)
            #expect(try await stage.site.audit.newest().first?.kind == .refreshRefused)
        }
    }

    @Test func `signing out gives the tokens back`() async throws {
        try await withService { stage in
            let browser = try stage.site.browser()
            try #require(try await browser.post("/sign-in", stage.form).status == .seeOther)
            _ = try await browser.get("/conversations")
            let token = try #require(stage.backend.tokens.last).dropFirst("Bearer ".count)
            try #require(stage.service.takes(token))
            _ = try await browser.post("/sign-out", [:])
            try await eventually { !stage.service.takes(token) }
        }
    }
}
