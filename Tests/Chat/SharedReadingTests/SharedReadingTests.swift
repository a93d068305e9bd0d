import Chat
import ChatStore
import Eventually
import PostgreSQL
import PostgreSQLServer
import Testing

@testable import Live
@testable import SharedReading

@Suite("Several sites that read one backend") struct SharedReadingTests {
    @Test("a thousand watchers at three sites cost the backend what they cost at one")
    func sparing() async throws {
        // Five seconds are 0.2.
        let interval = Duration.milliseconds(200)
        let pace = PollingPace(watched: interval, lively: interval, listed: interval)
        let sites = try await ReadingSites(3, polls: true, pace: pace) { limits in
            limits.tick = .milliseconds(10)
            limits.pageAge = interval
        }
        for (number, site) in sites.sites.enumerated() {
            for stream in 0..<334 {
                let user = stream.isMultiple(of: 2) ? sites.alice.id : sites.bob.id
                try await site.open(user, session: "\(number) \(stream)", watching: sites.room)
            }
        }
        try await eventually { sites.sites.map(\.reads.figures.leases).reduce(0, +) == 1 }
        let (start, before) = (ContinuousClock.now, sites.backend.reads)
        let spared = sites.sites.map(\.live.figures.sparedReads)
        try await eventually { sites.backend.reads >= before + 13 }
        // The first of them may come at once.
        #expect(ContinuousClock.now - start >= interval * 11)
        let sparedNow = sites.sites.map(\.live.figures.sparedReads)
        #expect(zip(spared, sparedNow).filter { $0 < $1 }.count >= 2)
        // What somebody else writes to the backend is heard everywhere.
        let message = try await sites.backend.store.send(
            NewMessage(conversation: sites.room, sender: sites.bob.id, text: try MessageText("やあ")))
        for site in sites.sites { try await site.hearsPosted(message) }
    }

    @Test("what one site sends, deletes and reacts to is heard at the others, and costs no read")
    func changes() async throws {
        let sites = try await ReadingSites(3)
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        let before = sites.backend.reads
        let there = sites.sites[2]
        let message = try await sites.send("やあ", at: 0)
        for site in sites.sites { try await site.hearsPosted(message) }
        let reactions = sites.sites[1].live.repositories.reactions
        _ = try await reactions.add(Emoji("👍")!, to: message.id, in: sites.room, as: sites.bob.id)
        try await there.heard {
            if case .feed(.changed(let changed, _)) = $0 { changed.reactions.count == 1 } else { false }
        }
        _ = try await reactions.remove("👍", from: message.id, in: sites.room, as: sites.bob.id)
        try await there.heard {
            if case .feed(.changed(let changed, _)) = $0 { changed.reactions.isEmpty } else { false }
        }
        _ = try await sites.sites[0].live.repositories.editing.edit(
            message.id, in: sites.room, to: try MessageText("おはよう"), as: sites.alice.id)
        try await there.heard {
            if case .feed(.changed(let changed, _)) = $0 {
                changed.text == "おはよう" && changed.editedAt != nil
            } else {
                false
            }
        }
        try await sites.sites[0].live.repositories.messages.delete(message.id, in: sites.room, as: sites.alice.id)
        for site in sites.sites { try await site.heard { $0 == .feed(.deleted(message.id)) } }
        #expect(sites.backend.reads == before)
        for site in sites.sites {
            let posted = site.heard.filter {
                if case .feed(.posted(let posted, _)) = $0.kind { posted.id == message.id } else { false }
            }
            #expect(posted.count == 1)
            #expect(site.heard.count { $0.kind == .feed(.deleted(message.id)) } == 1)
        }
    }

    @Test("what is pinned at one site is counted at the others")
    func pins() async throws {
        let sites = try await ReadingSites(2)
        let there = sites.sites[1]
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        let message = try await sites.send("覚えておいて", at: 0)
        try await there.hearsPosted(message)
        try await sites.sites[0].live.repositories.pins.pin(message.id, in: sites.room, as: sites.alice.id)
        try await there.heard {
            if case .feed(.conversation(let conversation)) = $0 { conversation.pinnedCount == 1 } else { false }
        }
    }

    @Test("what an admin changes of a group at one site is shown and told at the others")
    func groups() async throws {
        let sites = try await ReadingSites(2)
        let (here, there) = (sites.sites[0].live.repositories, sites.sites[1])
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        let (alice, bob) = (sites.alice.id, sites.bob.id)
        _ = try await here.conversations.add(alice, as: .admin, to: sites.room, by: alice)
        try await here.groups.edit(sites.room, GroupEdit(name: DisplayName("新しい名前")), as: alice)
        try await here.groups.set(.admin, of: bob, in: sites.room, as: alice)
        try await there.heard {
            guard case .feed(.conversation(let conversation)) = $0 else { return false }
            return conversation.name == "新しい名前" && conversation.activeParticipant(bob)?.role == .admin
        }
        for change in [GroupChange.name("新しい名前"), .role(bob, .admin)] {
            try await there.heard {
                if case .feed(.posted(let message, _)) = $0 {
                    message.content == .changed(change, by: alice)
                } else {
                    false
                }
            }
        }
    }

    @Test("who joins or leaves at one site hears of it at the others")
    func members() async throws {
        let sites = try await ReadingSites(2)
        let carol = try await sites.backend.store.register(
            NewUser(alias: Alias("carol")!, name: DisplayName("C")!, avatarURL: nil))
        let (here, there) = (sites.sites[0].live.repositories.conversations, sites.sites[1])
        try await there.open(sites.bob.id, watching: sites.room)
        try await there.open(carol.id, watching: .random())
        _ = try await here.add(carol.id, as: .member, to: sites.room, by: sites.alice.id)
        try await eventually { there.heard.contains { $0.kind == .joined && $0.conversation == sites.room } }
        _ = try await here.remove(sites.bob.id, from: sites.room, by: sites.alice.id)
        try await eventually { there.heard.contains { $0.kind == .gone && $0.conversation == sites.room } }
        let new = try await here.create(
            NewConversation(.group(name: DisplayName("庭")!), participants: [sites.alice.id, carol.id])!,
            as: sites.alice.id)
        try await eventually { there.heard.contains { $0.kind == .joined && $0.conversation == new.id } }
    }

    @Test("a page that another site has read serves those who look here, as long as it is fresh")
    func pages() async throws {
        let sites = try await ReadingSites(2)
        for site in sites.sites { _ = try await site.live.repositories.conversations.conversations(of: sites.bob.id) }
        #expect(try await sites.sites[0].page(sites.room, as: sites.bob.id) == ["first"])
        #expect(sites.backend.reads == 1)
        #expect(try await sites.sites[1].page(sites.room, as: sites.bob.id) == ["first"])
        #expect(sites.backend.reads == 1)
        // A stranger gets nothing from it.
        let carol = try await sites.backend.store.register(
            NewUser(alias: Alias("carol")!, name: DisplayName("C")!, avatarURL: nil))
        await #expect(throws: ChatError.self) { try await sites.sites[1].page(sites.room, as: carol.id) }
    }

    @Test("a lost hint is repaired by looking, and by the next poll")
    func lostHints() async throws {
        let sites = try await ReadingSites(2, hears: false)
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        let first = try await sites.send("1", at: 0)
        try await sites.sites[1].feed.look()
        try await sites.sites[1].hearsPosted(first)
        await sites.sites[0].poll(sites.room, as: sites.bob.id)
        let second = try await sites.send("2", at: 0)
        let before = sites.backend.reads
        await sites.sites[1].poll(sites.room, as: sites.bob.id)
        try await sites.sites[1].hearsPosted(second)
        #expect(sites.backend.reads == before)
    }

    @Test("after the connections were ended, what others do is heard within the time of a look")
    func lostConnections() async throws {
        let sites = try await ReadingSites(2)
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        try await sites.place.database.run(
            Query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """))
        let message = try await sites.send("誰かいる？", at: 0)
        // Where telling the others failed, it is found by reading.
        try await sites.endLease()
        try await eventually {
            await sites.sites[0].poll(sites.room, as: sites.bob.id)
            return sites.sites[1].heard.contains { $0.message?.id == message.id }
        }
    }
}
