import HTTP
import Live
import RepositoryBehaviour
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite struct RestartedStreamTests {
    /// The numbers of the two runs are chosen at random, as those of real ones.
    @Test(arguments: [-3_600, 0, 3_600])
    func `a tab that comes back after a restart is told to load again, wherever the clock stands`(shift: Int)
        async throws
    {
        var last: String?
        try await withSite(.embedded, countingFrom: .ofNewRun()) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let page = try await alice.get("/conversations/\(veranda)")
            let stream = try site.watch(alice, after: page.match(#"data-live="(\d+)""#))
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "before", "key": "k1"])
            try await stream.wait { !$0.events("posted").isEmpty }
            last = stream.events("posted").last?.id
            stream.close()
        }
        let before = try #require(last.flatMap { UInt64($0) })
        let clock = ManualClock()
        clock.advance(by: .seconds(shift))
        try await withSite(.embedded, clock: clock, countingFrom: .ofNewRun()) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let stream = try site.watch(alice, after: "\(before)")
            try await stream.wait { !$0.events("ready").isEmpty }
            // The settings of notifications concern no conversation, and may come before.
            #expect(stream.events.first { !["notifications", "online"].contains($0.name) }?.name == "refresh")
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "after", "key": "k1"])
            try await stream.wait { !$0.events("posted").isEmpty }
            let id = try #require(stream.events("posted").first?.id.flatMap { UInt64($0) })
            // What `stream.js` goes by: it takes a lower number only if that is of another run.
            #expect(id >> 36 != before >> 36)
            // Tabs of versions that counted from the clock take only what is higher.
            #expect(id > 1 << 62)
            stream.close()
            // Two tabs, one of each run.
            let mixed = try site.watch(alice, after: "0")
            try await mixed.wait { !$0.events("ready").isEmpty }
            #expect(mixed.events.first { !["notifications", "online"].contains($0.name) }?.name == "refresh")
            mixed.close()
        }
    }
}
