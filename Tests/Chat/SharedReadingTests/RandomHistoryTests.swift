import Chat
import ChatStore
import Eventually
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import Live
@testable import SharedReading

/// What happens at random at three sites and at the backend, while leases end and reads are slow.
@Suite("Histories of several sites before one backend") struct RandomHistoryTests {
    private struct History: Sendable {
        var posted: [MessageID] = []
        var deleted: Set<MessageID> = []
        var alive: [MessageID] { posted.filter { !deleted.contains($0) } }
    }

    @Test(
        "every site hears each message once, none is lost, and all show the same in the end",
        arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func history(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // Each page asks, and where another site has the lease, it asks the backend.
        let sites = try await ReadingSites(3) { $0.pageAge = .zero }
        for site in sites.sites { try await site.open(sites.bob.id, watching: sites.room) }
        let (store, room, alice) = (sites.backend.store, sites.room, sites.alice.id)
        var history = History()
        var gate = Gate()
        var polls: [Task<Void, Never>] = []
        for number in 0..<60 {
            let site = sites.sites[Int.random(in: 0..<3, using: &random)]
            let chat = site.live.repositories
            switch Int.random(in: 0..<14, using: &random) {
            case 0...3:
                history.posted.append(try await sites.send("\(number)", at: Int.random(in: 0..<3, using: &random)).id)
            case 4:
                let new = NewMessage(conversation: room, sender: alice, text: try MessageText("\(number)"))
                history.posted.append(try await store.send(new).id)
            case 5:
                guard let id = history.alive.randomElement(using: &random) else { continue }
                try await chat.messages.delete(id, in: room, as: alice)
                history.deleted.insert(id)
            case 6:
                guard let id = history.alive.randomElement(using: &random) else { continue }
                try await store.delete(id, in: room, as: alice)
                history.deleted.insert(id)
            case 7:
                guard let id = history.alive.randomElement(using: &random) else { continue }
                _ = try await chat.reactions.add(Emoji("👍")!, to: id, in: room, as: alice)
            case 8: try await sites.endLease()
            case 9:
                gate.open()
                gate = Gate()
                sites.backend.holdNextAnswer(at: gate)
            case 10, 11:
                guard let id = history.alive.randomElement(using: &random) else { continue }
                let editing: any MessageEditing = number.isMultiple(of: 2) ? chat.editing : store
                _ = try await editing.edit(id, in: room, to: try MessageText("edited \(number)"), as: alice)
            case 12: polls.append(Task { _ = try? await site.page(room, as: sites.bob.id) })
            default:
                // It may be held for some time.
                let poll = Task { await site.poll(room, as: sites.bob.id) }
                polls.append(poll)
            }
        }
        gate.open()
        for poll in polls { await poll.value }
        sites.backend.forgetGates()
        try await agreement(sites)
        for site in sites.sites {
            var seen: [MessageID: Int] = [:]
            for case .feed(.posted(let message, _)) in site.heard.map(\.kind) { seen[message.id, default: 0] += 1 }
            #expect(seen.values.allSatisfy { $0 == 1 })
            #expect(history.alive.allSatisfy { seen[$0] == 1 })
            var gone: [MessageID: Int] = [:]
            for case .feed(.deleted(let id)) in site.heard.map(\.kind) { gone[id, default: 0] += 1 }
            #expect(gone.values.allSatisfy { $0 == 1 })
            #expect(gone.keys.allSatisfy { history.deleted.contains($0) })
        }
    }

    /// All sites come to show what the backend has.
    private func agreement(_ sites: ReadingSites) async throws {
        try await eventually {
            for site in sites.sites { await site.poll(sites.room, as: sites.bob.id) }
            let messages = try sites.backend.store.messages(in: sites.room, as: sites.bob.id, before: nil, limit: 200)
            return sites.sites.allSatisfy { site in
                site.live.isQuiet
                    && site.live.withState { state, _ in state.conversations[sites.room]?.feed.messages }
                        == messages.reversed()
            }
        }
    }
}
