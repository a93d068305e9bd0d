import Accounts
import Chat
import ChatStore
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let origin = "https://chat.example"

/// Nobody fills the audit log.
@Suite struct AuditShareTests {
    @Test func `made-up answers of passkeys fill no audit log, and wait after so many`() async throws {
        try await withSite(.embedded, publicURL: origin) { site in
            let browser = try site.browser()
            var last = Status.ok
            for _ in 0..<200 {
                let form: Form = ["answer": "x", "ticket": "x"]
                let answer = try await browser.post("/sign-in/passkey", form, origin: origin)
                last = answer.status
                if last == .tooManyRequests { #expect(answer.headers[.retryAfter] != nil) }
            }
            #expect(last == .tooManyRequests)
            #expect(try await site.audit.newest(1_000).count <= AuditRateLimiter.refusals)
            // Another way in stays open.
            _ = try await browser.get("/sign-in")
            #expect(try await browser.post("/sign-in", ["user": "alice"], origin: origin).status == .seeOther)
        }
    }

    @Test func `attempts that have to wait fill no audit log`() async throws {
        try await withSite(.embedded) { site in
            _ = try await site.enrol(try await site.browser(signedInAs: "alice"))
            let browser = try await site.halfway()
            for _ in 0..<200 { _ = try await browser.post("/sign-in/second-factor", ["code": "900001"]) }
            let lines = try await site.audit.newest(1_000).count { $0.kind == .factorRefused }
            #expect(lines > 0 && lines <= AuditRateLimiter.refusals)
        }
    }

    @Test func `signing in by a name alone, again and again, fills no audit log`() async throws {
        try await withSite(.embedded) { site in
            for _ in 0..<100 {
                let browser = try await site.browser(signedInAs: "alice")
                _ = try await browser.post("/sign-out", [:])
            }
            for kind in [AuditEvent.Kind.signedIn, .signedOut] {
                #expect(try await site.audit.newest(1_000).count { $0.kind == kind } <= AuditRateLimiter.refusals)
            }
        }
    }
}
