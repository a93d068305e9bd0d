import Chat
import ChatStore
import Concurrency
import Eventually
import SharedReading
import Testing

@testable import Live

@Suite("Reads of one conversation before a backend that overlap") struct OverlappingReadsTests {
    private func say(_ text: String, _ sites: ReadingSites) async throws {
        let message = NewMessage(conversation: sites.room, sender: sites.alice.id, text: try MessageText(text))
        _ = try await sites.backend.store.send(message)
    }

    private func deletions(at site: ReadingSite) -> Int {
        site.heard.count { if case .feed(.deleted) = $0.kind { true } else { false } }
    }

    @Test("are made one after the other: the answer to a later one may be older")
    func ofOneSite() async throws {
        let sites = try await ReadingSites(1, hears: false)
        let (site, room, alice, bob) = (sites.sites[0], sites.room, sites.alice.id, sites.bob.id)
        try await site.open(alice, watching: room)
        let (question, answer) = (Gate(), Gate())
        sites.backend.hold(.question, of: alice, at: question)
        sites.backend.hold(.answer, of: bob, at: answer)
        let before = sites.backend.reads
        let first = Task { try await site.live.readNewestAlone(of: room, as: alice, atLeast: 50) }
        try await eventually { sites.backend.reads == before + 1 }
        let second = Task { try await site.live.readNewestAlone(of: room, as: bob, atLeast: 50) }
        try await eventually { site.live.turns.waiting == 2 || sites.backend.reads == before + 2 }
        try await say("meanwhile", sites)
        question.open()
        _ = try await first.value
        answer.open()
        _ = try await second.value
        #expect(deletions(at: site) == 0)
        #expect(try await site.page(room, as: bob) == ["meanwhile", "first"])
    }

    @Test("that are made for other sites are made in any case, and the lease is kept")
    func forOthers() async throws {
        let sites = try await ReadingSites(1, hears: false)
        let (site, room, alice, bob) = (sites.sites[0], sites.room, sites.alice.id, sites.bob.id)
        try await site.open(alice, watching: room)
        let question = Gate()
        sites.backend.hold(.question, of: bob, at: question)
        let before = sites.backend.reads
        let first = Task { try await site.live.readNewestAlone(of: room, as: bob, atLeast: 50) }
        try await eventually { sites.backend.reads == before + 1 }
        let second = Task { try await site.live.readNewestAlone(of: room, as: bob, atLeast: 50) }
        try await eventually { site.live.turns.waiting == 2 }
        let poll = Task { await site.poll(room, as: alice) }
        try await eventually { site.live.turns.waiting == 3 }
        question.open()
        _ = try await (first.value, second.value)
        await poll.value
        #expect(sites.backend.reads == before + 3)
        #expect(site.reads.figures.leases == 1)
    }

    @Test("of another site are not taken where they began before the last one of this site was answered")
    func ofTwoSites() async throws {
        let sites = try await ReadingSites(2, hears: false)
        let (here, elsewhere) = (sites.sites[0], sites.sites[1])
        let (room, alice, bob) = (sites.room, sites.alice.id, sites.bob.id)
        try await here.open(alice, watching: room)
        try await elsewhere.open(bob, watching: room)
        try await sites.endLease()
        try await say("before", sites)
        let question = Gate()
        sites.backend.hold(.question, of: alice, at: question)
        let before = sites.backend.reads
        let own = Task { try await here.live.readNewestAlone(of: room, as: alice, atLeast: 50) }
        try await eventually { sites.backend.reads == before + 1 }
        // Whatever is taken for the accuracy of clocks.
        let moment = ContinuousClock.now
        try await eventually { .now - moment > .milliseconds(200) }
        await elsewhere.poll(room, as: bob)
        #expect(sites.backend.reads == before + 2)
        try await say("meanwhile", sites)
        question.open()
        _ = try await own.value
        await here.poll(room, as: alice)
        #expect(deletions(at: here) == 0)
        #expect(try await here.page(room, as: alice) == ["meanwhile", "before", "first"])
    }
}
