import Accounts
import Chat
import Concurrency
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

@Suite struct LimitTests {
    @Test(arguments: [("en", "Too many attempts. Try again in 1 second."), ("ja", "1秒後にもう一度お試しください。")])
    func `guessing gets slower and slower, and the page says for how long`(language: String, words: String)
        async throws
    {
        try await withSite(.embedded) { site in
            let browser = try site.browser(language: language)
            func attempt() async throws -> Answer { try await browser.post("/sign-in", ["user": "nobody-here"]) }
            for _ in 0..<AttemptLimiter.Policy.account.freeFailures + 1 {
                #expect(try await attempt().status == .unprocessableContent)
            }
            for delay in [1, 2, 4, 8, 16] {
                let refused = try await attempt()
                #expect(refused.status == .tooManyRequests)
                #expect(refused.headers[.retryAfter] == "\(delay)")
                if delay == 1 { #expect(refused.text.contains(words)) }
                site.clock.advance(by: .seconds(delay))
                #expect(try await attempt().status == .unprocessableContent)
            }
            // Nobody else is kept waiting, and a stranger's account not for longer than a quarter of an hour.
            #expect(try await site.browser().post("/sign-in", ["user": "alice"]).status == .seeOther)
            #expect(AttemptLimiter.Policy.account.longestDelay == .seconds(15 * 60))
        }
    }

    @Test func `a wait is told in whole seconds that are enough`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser()
            for _ in 0..<6 { _ = try await browser.post("/sign-in", ["user": "nobody-here"]) }
            site.clock.advance(by: .seconds(1))
            _ = try await browser.post("/sign-in", ["user": "nobody-here"])
            site.clock.advance(by: .milliseconds(1))
            let refused = try await browser.post("/sign-in", ["user": "nobody-here"])
            site.clock.advance(by: .seconds(Int(try #require(refused.headers[.retryAfter])) ?? 0))
            #expect(try await browser.post("/sign-in", ["user": "nobody-here"]).status == .unprocessableContent)
        }
    }

    @Test func `one address registers so many people, and no more for a while`() async throws {
        try await withSite(.embedded) { site in
            let count = SiteQuotas.registrations.count
            for number in 0..<count {
                let answer = try await site.browser().post(
                    "/register", ["name": "N", "alias": "person-\(number)"])
                #expect(answer.status == .seeOther)
            }
            let refused = try await site.browser().post("/register", ["name": "N", "alias": "one-more"])
            #expect(refused.status == .tooManyRequests)
            let wait = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
            #expect(refused.text.contains("Try again in \(wait) seconds"))
            site.clock.advance(by: .seconds(wait))
            #expect(try await site.browser().post("/register", ["name": "N", "alias": "one-more"]).status == .seeOther)
            #expect(
                try await site.browser().post("/register", ["name": "N", "alias": "another"]).status == .tooManyRequests
            )
        }
    }

    @Test func `one address sets out for providers so often, and no more for a while`() async throws {
        try await ProviderStage.run { stage in
            let browser = try stage.site.browser()
            for _ in 0..<SiteQuotas.departures.count {
                #expect(try await browser.post("/sign-in/corp", [:]).status == .ok)
                browser.cookies = [:]
            }
            let refused = try await browser.post("/sign-in/corp", [:])
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers["Refresh"] == nil && refused.headers[.retryAfter] != nil)
        }
    }

    @Test func `made-up answers of providers fill no log: beyond so many they are counted`() async throws {
        try await ProviderStage.run { stage in
            let count = AuditRateLimiter.refusals + 40
            for number in 0..<count {
                let path = "/sign-in/corp/callback?state=made-up-\(number)&code=c"
                #expect(try await stage.site.browser().get(path).status == .forbidden)
            }
            #expect(try await stage.site.audit.newest(1_000).count == AuditRateLimiter.refusals)
            #expect(
                stage.site.log.all.split(separator: "\n").count { $0.contains("sign-in failed") }
                    == AuditRateLimiter.refusals)
            stage.site.clock.advance(by: AuditRateLimiter.refusalTime / AuditRateLimiter.refusals)
            _ = try await stage.site.browser().get("/sign-in/corp/callback?state=made-up&code=c")
            let line = try await #require(try stage.site.audit.newest(1).first)
            #expect(line.detail?.hasSuffix("; 40 more from this address were left out") == true)
            // Nor do guesses of passwords and names.
            for _ in 0..<40 { _ = try await stage.site.browser().post("/sign-in", ["user": "nobody-here"]) }
            #expect(try await stage.site.audit.newest(1_000).count == AuditRateLimiter.refusals + 1)
            // Who comes in is written down all the same.
            _ = try await stage.site.browser(signedInAs: "alice")
            #expect(try await stage.site.audit.newest(1).first?.kind == .signedIn)
        }
    }
}

@Suite struct FullQueueTests {
    @Test func `a write that the full pool refuses is no defect, and may be tried again`() {
        let failure = Failure(BlockingPool.Full())
        #expect(failure.status == .serviceUnavailable)
        #expect(failure.retryAfter == "5")
        #expect(failure.text.title.english == "The server is too busy")
        #expect(Failure(ChatError(.overloaded, during: "send")).status == failure.status)
    }
}
