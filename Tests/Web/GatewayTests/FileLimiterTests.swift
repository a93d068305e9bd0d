import Accounts
import Chat
import Eventually
import HTTP
import Testing

@testable import Gateway

/// How many files of data are in memory at the same time.
@Suite struct FileLimiterTests {
    private static let data = "/profile/data"
    private static let audit = "/admin/audit"

    @Test func `there are as many files as there may be, until one has been sent`() throws {
        let limiter = FileLimiter()
        var leases = try (0..<FileLimiter.standardMaximum).map { _ in try limiter.begin(for: .random(), isLimited: true)
        }
        #expect(throws: FileLimiter.Refusal.full) { try limiter.begin(for: .bob, isLimited: true) }
        #expect(throws: FileLimiter.Refusal.full) { try limiter.begin(for: .bob, isLimited: false) }
        leases.removeLast()
        leases.append(try limiter.begin(for: .bob, isLimited: true))
        #expect(throws: FileLimiter.Refusal.ownUnderWay) { try limiter.begin(for: .bob, isLimited: true) }
        leases = []
        let own = try limiter.begin(for: .bob, isLimited: true)
        #expect(throws: FileLimiter.Refusal.ownUnderWay) { try limiter.begin(for: .bob, isLimited: true) }
        let others = try (1..<FileLimiter.standardMaximum).map { _ in try limiter.begin(for: .bob, isLimited: false) }
        withExtendedLifetime((own, others)) {}
    }

    @Test(arguments: [data, audit])
    func `a file counts as long as there is its response`(path: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            try await site.accounts.set(.admin, of: .alice)
            let host = "127.0.0.1:8080"
            let headers: HeaderFields = [
                .host: host, .origin: "http://\(host)", .cookie: "session=\(try #require(alice.cookies["session"]))",
            ]
            let request = Request(
                method: .post, target: try #require(RequestTarget(path)), headers: headers,
                body: .form(["download": "1"]))
            let files = site.site.parts.files
            var response: Response? = await site.site.respond(to: request)
            #expect(response?.headers["Content-Disposition"] != nil)
            #expect(throws: FileLimiter.Refusal.ownUnderWay) { try files.begin(for: .alice, isLimited: true) }
            response = nil
            #expect(throws: Never.self) { try files.begin(for: .alice, isLimited: true) }
        }
    }

    @Test(arguments: ["en", "ja"])
    func `who comes when there is no room is told so, and when to come again`(language: String) async throws {
        try await withSite(.embedded) { site in
            let (bob, admin) = (
                try await site.browser(signedInAs: "bob", language: language),
                try await site.browser(signedInAs: "alice", language: language)
            )
            try await site.accounts.set(.admin, of: .alice)
            let files = site.site.parts.files
            // Those of others, which their clients have not read to the end yet.
            var leases = try (0..<FileLimiter.standardMaximum).map { _ in
                try files.begin(for: .random(), isLimited: true)
            }
            let requests: [(Browser, String, Form)] = [
                (bob, Self.data, ["download": "1"]), (admin, Self.audit, [:]),
            ]
            for (browser, path, form) in requests {
                let refused = try await browser.post(path, form)
                #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5", "\(path)")
                #expect(refused.headers["Content-Disposition"] == nil)
                let words = language == "ja" ? "ほかの人のファイルをいくつも作成中です" : "Several files of others are being written"
                #expect(refused.text.contains(words), "\(path)")
            }
            #expect(site.log.all.contains("as many as there may be are under way"))
            leases.removeLast()
            #expect(try await bob.post(Self.data, ["download": "1"]).headers["Content-Disposition"] != nil)
            try await eventually {
                try await admin.post(Self.audit, [:]).headers["Content-Disposition"] != nil
            }
            withExtendedLifetime(leases) {}
        }
    }
}
