import Chat
import Live
import Testing

@Suite("A page that is loaded before the backend at another site than where its stream is") struct CatchingUpTests {
    private let elsewhere = StreamPosition(.ofNewRun())

    @Test("shows what was told there, for one request of all who load it", arguments: [false, true])
    func catchingUp(isOpen: Bool) async throws {
        let sites = try await ReadingSites(2, hears: false)
        let behind = sites.sites[1]
        if isOpen { try await behind.open(sites.alice.id, watching: sites.room) }
        _ = try await behind.live.repositories.conversations.conversations(of: sites.bob.id)
        #expect(try await behind.page(sites.room, as: sites.bob.id) == ["first"])
        _ = try await sites.send("second", at: 0)
        #expect(try await behind.page(sites.room, as: sites.bob.id) == ["first"])
        let before = sites.backend.reads
        try await withThrowingTaskGroup { group in
            for _ in 0..<(isOpen ? 50 : 1) {
                group.addTask { try await behind.live.catchUp(sites.bob.id, with: elsewhere, in: sites.room) }
            }
            try await group.waitForAll()
        }
        #expect(try await behind.page(sites.room, as: sites.bob.id) == ["second", "first"])
        #expect(sites.backend.reads - before <= 3)
    }
}
