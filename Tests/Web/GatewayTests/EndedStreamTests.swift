import Accounts
import Chat
import Eventually
import Foundation
import HTTP
import RepositoryBehaviour
import SQLite
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite struct EndedStreamTests {
    @Test func `a stream ends with its session's time, while others go on`() async throws {
        try await withSite(.embedded) { site in
            let (earlier, brief) = (try site.browser(), try site.browser())
            _ = try await earlier.post("/sign-in", ["user": "alice", "stay": "off"])
            site.clock.advance(by: .seconds(1))
            _ = try await brief.post("/sign-in", ["user": "alice", "stay": "off"])
            let long = try await site.browser(signedInAs: "alice")
            let (past, first, second) = (try site.stream(earlier), try site.stream(brief), try site.stream(long))
            for stream in [past, first, second] { try await stream.wait { !$0.events("ready").isEmpty } }
            site.clock.advance(by: SessionLimits().briefIdle - .seconds(1))
            try await past.wait(\.isEnded)
            try await site.say("still here", by: long, heardOn: first)
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
            let id = try await #require(try site.sessions.sessions(of: .alice).last?.id)
            let start = ContinuousClock.now
            #expect(try await elsewhere.end(.id(id, of: .alice)).count == 1)
            try await eventually { streams.contains(where: \.isEnded) }
            #expect(ContinuousClock.now - start < .seconds(1))
            let other = try #require(streams.first { !$0.isEnded })
            try await site.say("still here", by: site.browser(signedInAs: "alice"), heardOn: other)
            for stream in streams { stream.close() }
        }
    }
}

extension SiteUnderTest {
    /// Posts a message in the conversation that a stream watches, and waits until the stream brings it: it has not ended
    /// by anything that happened before.
    fileprivate func say(_ text: String, by browser: Browser, heardOn stream: EventStreamReader) async throws {
        _ = try await browser.post("/conversations/\(veranda)/messages", ["text": text, "key": "k1"])
        try await stream.wait { $0.text.contains(text) }
    }
}
