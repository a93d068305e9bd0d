import Accounts
import Chat
import HTTP
import HTTPServer
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

@testable import Gateway

@Suite struct UpkeepTests {
    private let hour = Duration.seconds(3_600)

    @Test func `a hundred requests at once cost one refresh, and all are answered`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            stage.site.clock.advance(by: hour - .seconds(30))
            stage.provider.lie { $0.delays["/token"] = .milliseconds(50) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await browser.get("/conversations").status } }
                for try await status in group { #expect(status == .ok) }
            }
            // One for the code, one for the refresh.
            #expect(stage.provider.requests(for: "/token").count == 2)
            // And what was kept is good for the next.
            stage.site.clock.advance(by: hour)
            #expect(try await browser.get("/conversations").status == .ok)
            #expect(stage.provider.requests(for: "/token").count == 3)
        }
    }

    @Test func `a refused refresh ends the session: sign in again, with what was written kept`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            stage.provider.endSessions()
            #expect(try await browser.get("/conversations").status == .ok)
            stage.site.clock.advance(by: hour)
            let conversation = ConversationID.random()
            let answer = try await browser.post(
                "/conversations/\(conversation)/messages", ["text": "kept <words>", "key": "k"])
            #expect(answer.status == .unauthorized)
            #expect(answer.text.contains("Your session has ended."))
            #expect(answer.text.contains("kept &lt;words&gt;"))
            #expect(try await browser.get("/conversations").headers[.location]?.hasPrefix("/sign-in") == true)
            let line = try await #require(try stage.site.audit.newest().first)
            #expect(line.kind == .refreshRefused)
            #expect(line.detail?.contains("invalid_grant") == true)
        }
    }

    @Test func `a session that ended at the provider is over within a minute, its streams too, though nobody asks`()
        async throws
    {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            let stream = try stage.site.watch(browser)
            try await stream.wait { !$0.events("ready").isEmpty }
            stage.site.clock.advance(by: .seconds(300))
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(try await stage.site.sessions.all().count == 1)
            stage.provider.endSessions()
            let limits = CredentialMonitorLimits()
            #expect(limits.check + limits.beat < .seconds(60))
            stage.site.clock.advance(by: limits.check + limits.beat)
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(try await stage.site.sessions.all().isEmpty)
            try await stream.wait { $0.isEnded }
            #expect(try await stage.site.audit.newest().first?.kind == .refreshRefused)
        }
    }

    @Test func `a provider that can't be reached ends nothing until the grace is over`() async throws {
        try await ProviderStage.run { stage in
            let browser = try await stage.browser(ofNew: "kim")
            stage.provider.lie {
                for path in ["/token", "/userinfo"] { $0.answers[path] = .text(.badGateway, "dead") }
            }
            stage.site.clock.advance(by: hour + CredentialMonitorLimits().grace - .seconds(1))
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(try await browser.get("/conversations").status == .ok)
            let asked = stage.provider.requests(for: "/token").count
            #expect(try await browser.get("/conversations").status == .ok)
            #expect(stage.provider.requests(for: "/token").count == asked)
            stage.site.clock.advance(by: CredentialMonitorLimits().retry)
            #expect(try await browser.get("/conversations").status == .seeOther)
        }
    }

    @Test func `a session is asked about while somebody uses it, once in a while`() async throws {
        try await ProviderStage.run { stage in
            _ = try await stage.browser(ofNew: "kim")
            stage.site.clock.advance(by: .seconds(60))
            for _ in 0..<3 { await stage.site.site.features.credentialMaintenance.runOnce() }
            #expect(stage.provider.requests(for: "/userinfo").count == 1)
            stage.site.clock.advance(by: .seconds(300))
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(stage.provider.requests(for: "/userinfo").count == 1)
        }
    }
}
