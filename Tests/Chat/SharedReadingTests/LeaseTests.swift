import Chat
import ChatStore
import Eventually
import PostgreSQL
import PostgreSQLServer
import Testing

@testable import Live
@testable import SharedReading

@Suite("The lease of a conversation") struct LeaseTests {
    private func request(_ sites: ReadingSites, keeps: Bool = true) -> ReadRequest {
        ReadRequest(
            conversation: sites.room, count: 50, maximumAge: .seconds(5), lease: .seconds(15), keepsLease: keeps,
            known: SharedPosition())
    }

    private func lease(_ beginning: ReadBeginning) throws -> ReadLease {
        guard case .lease(let lease) = beginning else { throw Unexpected() }
        return lease
    }

    private func page(_ sites: ReadingSites) throws -> ReadPage {
        ReadPage(
            messages: try sites.backend.store.messages(in: sites.room, as: sites.bob.id, before: nil, limit: 50),
            limit: 50)
    }

    @Test("one has it, until it ends; its token grows, and what is written under an older one is refused")
    func fencing() async throws {
        let sites = try await ReadingSites(2, hears: false)
        let (first, second) = (sites.sites[0].reads, sites.sites[1].reads)
        let old = try lease(try await first.begin(request(sites)))
        guard case .news(let news) = try await second.begin(request(sites)) else { throw Unexpected() }
        #expect(news.page == nil)
        try await sites.endLease()
        let new = try lease(try await second.begin(request(sites)))
        #expect(new.token > old.token)
        #expect(try await first.finish(old, with: page(sites)) == nil)
        #expect(try await sites.place.values("SELECT count(page) FROM reads") == ["0"])
        let number = try #require(try await second.finish(new, with: page(sites)))
        #expect(first.figures == PostgreSQLReads.Figures(leases: 0, refusedPages: 1))
        #expect(second.figures == PostgreSQLReads.Figures(leases: 1, refusedPages: 0))
        // The same again has the same number.
        let again = try lease(try await second.begin(request(sites)))
        #expect(again.token > new.token)
        #expect(try await second.finish(new, with: page(sites)) == nil)
        #expect(try await second.finish(again, with: page(sites)) == number)
        guard case .news(let brought) = try await first.begin(request(sites)) else { throw Unexpected() }
        #expect(brought.page?.content == (try page(sites)))
    }

    @Test("a page that is stored while another site asks takes no change from what that site gets")
    func storedMeanwhile() async throws {
        let sites = try await ReadingSites(2, hears: false)
        let (first, second) = (sites.sites[0].reads, sites.sites[1].reads)
        _ = try await first.finish(try lease(try await first.begin(request(sites))), with: page(sites))
        let number = try await first.add(.left(sites.alice.id), in: sites.room)
        // The next page is stored after the rows of pages were read, and before those of changes can be.
        async let storing = sites.place.server.run(
            """
            BEGIN; LOCK TABLE read_changes IN ACCESS EXCLUSIVE MODE;
            DO $$ BEGIN
                WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'read_changes'::regclass AND NOT granted) LOOP
                    PERFORM pg_sleep(0.01);
                END LOOP;
            END $$;
            UPDATE reads SET page_begun = last_number, page_number = last_number + 1, last_number = last_number + 1;
            COMMIT
            """, in: sites.place.name)
        let locks = "SELECT mode FROM pg_locks WHERE relation = 'read_changes'::regclass"
        try await eventually { try await sites.place.values(locks) == ["AccessExclusiveLock"] }
        let news = try #require(try await second.news(after: [(sites.room, SharedPosition())]).first)
        _ = try await storing
        let page = try #require(news.page)
        #expect(page.begun >= number || news.changes.map(\.number) == [number])
    }

    @Test("a site that is stopped while it reads, and goes on when its lease is over, changes nothing")
    func stopped() async throws {
        let sites = try await ReadingSites(2)
        let (stopped, other) = (sites.sites[0], sites.sites[1])
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        let gate = Gate()
        sites.backend.holdNextAnswer(at: gate)
        let reading = Task { await stopped.poll(sites.room, as: sites.bob.id) }
        try await eventually { gate.waiting == 1 }
        try await sites.endLease()
        let message = try await sites.backend.store.send(
            NewMessage(conversation: sites.room, sender: sites.alice.id, text: try MessageText("2")))
        await other.poll(sites.room, as: sites.bob.id)
        try await other.hearsPosted(message)
        gate.open()
        await reading.value
        #expect(stopped.reads.figures.refusedPages == 1)
        #expect(try await sites.place.values("SELECT count(*) FROM reads WHERE page LIKE '%\"2\"%'") == ["1"])
        // It takes what the other reads, and the other loses nothing.
        try await eventually {
            await other.poll(sites.room, as: sites.bob.id)
            await stopped.poll(sites.room, as: sites.bob.id)
            return stopped.heard.contains { $0.message?.id == message.id }
        }
        #expect(!other.heard.contains { $0.kind == .feed(.deleted(message.id)) })
        #expect(try await stopped.page(sites.room, as: sites.bob.id) == ["2", "first"])
        #expect(try await other.page(sites.room, as: sites.bob.id) == ["2", "first"])
    }

    @Test("what a site sends while another one reads is not undone by what that one has read")
    func overtaken() async throws {
        let sites = try await ReadingSites(2)
        let (reader, sender) = (sites.sites[0], sites.sites[1])
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        await reader.poll(sites.room, as: sites.bob.id)
        let gate = Gate()
        sites.backend.holdNextAnswer(at: gate)
        let reading = Task { await reader.poll(sites.room, as: sites.bob.id) }
        try await eventually { gate.waiting == 1 }
        let message = try await sites.send("2", at: 1)
        try await reader.hearsPosted(message)
        gate.open()
        await reading.value
        await sender.poll(sites.room, as: sites.bob.id)
        for site in sites.sites {
            #expect(try await site.page(sites.room, as: sites.bob.id) == ["2", "first"])
            #expect(!site.heard.contains { $0.kind == .feed(.deleted(message.id)) })
        }
        // What was deleted at the backend since is found by the next read.
        try await sites.backend.store.delete(message.id, in: sites.room, as: sites.alice.id)
        await reader.poll(sites.room, as: sites.bob.id)
        for site in sites.sites { try await site.heard { $0 == .feed(.deleted(message.id)) } }
    }

    @Test("who has it and goes does not keep the others waiting")
    func farewell() async throws {
        let sites = try await ReadingSites(2, hears: false)
        _ = try await sites.sites[0].reads.begin(request(sites))
        await sites.sites[0].reads.endLeases()
        _ = try lease(try await sites.sites[1].reads.begin(request(sites)))
    }

    @Test("a read that fails gives it back; one that is not to be kept ends with it")
    func notKept() async throws {
        let sites = try await ReadingSites(2, hears: false)
        let (first, second) = (sites.sites[0].reads, sites.sites[1].reads)
        _ = try await first.finish(try lease(try await first.begin(request(sites))), with: nil)
        let short = try lease(try await second.begin(request(sites, keeps: false)))
        _ = try await second.finish(short, with: page(sites))
        guard case .news = try await first.begin(request(sites)) else { throw Unexpected() }
        try await sites.place.database.run(Query("UPDATE reads SET page_at = page_at - 5001"))
        _ = try lease(try await first.begin(request(sites)))
    }

    @Test("old rows are deleted, and a page that is too long is not shared")
    func bounds() async throws {
        let sites = try await ReadingSites(1, hears: false)
        let reads = sites.sites[0].reads
        _ = try await reads.finish(try lease(try await reads.begin(request(sites))), with: page(sites))
        _ = try await reads.add(.deleted(.random()), in: sites.room)
        try await sites.sites[0].feed.forget()
        #expect(try await sites.place.values("SELECT count(*) FROM read_changes") == ["1"])
        let long = Message(
            id: .random(), conversation: sites.room,
            content: .text(sender: sites.bob.id, text: String(repeating: "a", count: PostgreSQLReads.maximumPageBytes)),
            replyTo: nil, createdAt: Timestamp(milliseconds: 0), reactions: [])
        let lease = try lease(try await reads.begin(request(sites)))
        #expect(try await reads.finish(lease, with: ReadPage(messages: [long], limit: 50)) == nil)
        #expect(try await sites.place.values("SELECT count(*) FROM reads WHERE length(page) < 1000") == ["1"])
        _ = try await sites.place.database.run([
            Query("UPDATE read_changes SET at = at - 900001"),
            Query("UPDATE reads SET changed_at = changed_at - 3600001, claimed_at = claimed_at - 3600001"),
        ])
        try await sites.sites[0].feed.forget()
        #expect(try await sites.place.values("SELECT count(*) FROM read_changes") == ["0"])
        #expect(try await sites.place.values("SELECT count(*) FROM reads") == ["0"])
    }
}

private struct Unexpected: Error {}
