import Accounts
import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let path = "/admin/figures"

/// 2026-11-21T10:00:00Z, when it is 19:00 in Tokyo, where the browsers of these tests are.
private let now = ManualClock().now

extension SiteFigures {
    /// Two people and three texts around the midnights of Tokyo.
    fileprivate static func sample(chat: Bool = true) -> SiteFigures {
        func count(_ moment: String, _ count: Int) -> SiteFigures.Count {
            guard let start = Timestamp(iso8601: moment) else { preconditionFailure("\(moment) is a moment") }
            return SiteFigures.Count(start: start, count: count)
        }
        return SiteFigures(
            moment: now.adding(.seconds(-30)),
            chat: chat
                ? SiteFigures.Chat(
                    people: 1_234, messages: 5_000_000,
                    newPeople: [count("2026-11-20T15:00:00Z", 2)],
                    newMessages: [
                        // The day before the first one, and the first one.
                        count("2026-10-22T14:45:00Z", 900), count("2026-10-22T15:00:00Z", 4),
                        count("2026-11-20T14:45:00Z", 70), count("2026-11-20T15:00:00Z", 1),
                    ])
                : nil,
            sessions: 12, databases: [("chat.sqlite", 1_234_567_890), ("audit.sqlite", 4_096)],
            disk: (free: 25_000_000_000, size: 100_000_000_000))
    }
}

@Suite struct FiguresPageTests {
    private func withAdmin(
        _ figures: SiteFigures?, language: String = "en", _ body: (SiteUnderTest, Browser) async throws -> Void
    ) async throws {
        try await withSite(.embedded, figures: figures) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            try await site.accounts.set(.admin, of: .alice)
            try await body(site, alice)
        }
    }

    @Test(arguments: ["en", "ja"]) func `an admin sees what the site holds, as charts and tables`(language: String)
        async throws
    {
        try await withAdmin(.sample(), language: language) { _, alice in
            #expect(try await alice.get("/profile").text.contains("href=\"\(path)\""))
            try expectPage(try await alice.get(path), "figures.\(language)")
        }
    }

    @Test func `days are those of the admin's time zone`() async throws {
        try await withAdmin(.sample()) { _, alice in
            func counts() async throws -> [String] {
                try await alice.get(path).text.matches(of: /<td>([0-9]+)<\/td>/).map { String($0.output.1) }
            }
            // People and messages, today first.
            let tokyo = try await counts()
            #expect(tokyo.count == 2 * ChartDays.count)
            #expect(tokyo[0] == "2")
            #expect(tokyo[ChartDays.count] == "1" && tokyo[ChartDays.count + 1] == "70")
            #expect(tokyo.last == "4", "what was before the first day belongs to none")
            alice.cookies["zone"] = "UTC"
            let utc = try await counts()
            #expect(utc[0] == "0" && utc[1] == "2")
            #expect(utc[ChartDays.count] == "0" && utc[ChartDays.count + 1] == "71")
            #expect(utc.last == "0")
            #expect(try await alice.get(path).text.contains("time zone Etc/UTC"))
        }
    }

    @Test func `before the first count, and of a chat elsewhere, there is nothing to see`() async throws {
        try await withAdmin(nil) { _, alice in
            let page = try await alice.get(path).text
            #expect(page.contains("Nothing is counted yet."))
        }
        try await withAdmin(.sample(chat: false)) { _, alice in
            let page = try await alice.get(path).text
            #expect(page.contains("are at the chat server") && page.contains("chat.sqlite"))
            #expect(!page.contains("5,000,000"))
        }
    }

    @Test func `a member is told that there is no such page`() async throws {
        try await withSite(.embedded, figures: .sample()) { site in
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await bob.get(path).status == .notFound)
            #expect(!(try await bob.get("/profile").text.contains("/admin/")))
        }
    }

    @Test func `numbers and sizes are written as people read them`() {
        #expect(
            [0, 999, 1_000, 1_234_567, -1_000].map { FiguresWording.number($0) } == [
                "0", "999", "1,000", "1,234,567", "-1,000",
            ])
        #expect(
            [0, 999, 1_000, 1_990, 123_456, 1_000_000, 25_000_000_000].map { FiguresWording.bytes($0) } == [
                "0 B", "999 B", "1.0 kB", "1.9 kB", "123 kB", "1.0 MB", "25.0 GB",
            ])
    }
}
