import Accounts
import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import SQLite
import Testing

@testable import Gateway

@Suite struct EndedStreamTests {
    @Test func `a stream ends with its session's time, while others go on`() async throws {
        try await withSite(.embedded) { site in
            let (brief, long) = (try site.browser(), try await site.browser(signedInAs: "alice"))
            _ = try await brief.post("/sign-in", ["user": "alice", "stay": "off"])
            let (first, second) = (try site.stream(brief), try site.stream(long))
            for stream in [first, second] { try await stream.wait { !$0.events("ready").isEmpty } }
            site.clock.advance(by: SessionLimits().briefIdle - .seconds(1))
            try await Task.sleep(for: SessionWatch.interval * 2)
            #expect(!first.isEnded)
            site.clock.advance(by: .seconds(1))
            try await first.wait(\.isEnded)
            #expect(!second.isEnded)
            second.close()
        }
    }

    @Test func `a stream ends when another process ends its session`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = Location.file("\(folder)/sessions.sqlite")
        try await withSite(.embedded, accounts: file) { site in
            let (first, second) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            let streams = [try site.stream(first), try site.stream(second)]
            for stream in streams { try await stream.wait { !$0.events("ready").isEmpty } }
            // A connection of its own, as another process has.
            let elsewhere = Sessions(try AccountsDatabase(file), vault: site.vault, clock: site.clock.clock)
            let id = try #require(try site.sessions.sessions(of: .alice).last?.id)
            let start = ContinuousClock.now
            #expect(try elsewhere.end(.id(id, of: .alice)).count == 1)
            try await eventually { streams.contains(where: \.isEnded) }
            #expect(ContinuousClock.now - start < .seconds(1))
            try await Task.sleep(for: SessionWatch.interval)
            #expect(streams.filter(\.isEnded).count == 1)
            for stream in streams { stream.close() }
        }
    }
}
