import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

/// A search before a backend that has none.
@Suite struct SearchedMessagesTests {
    private struct Outcome: Equatable {
        let texts: [String]
        /// Whether messages were read at the backend.
        let isRead: Bool
    }

    private final class Flag: Sendable {
        let value = Mutex(false)
    }

    private func search(_ site: Neighbourhood) async throws -> Outcome {
        let isRead = Flag()
        site.line.onceRead { isRead.value.withLock { $0 = true } }
        let query = try #require(SearchQuery("garden"))
        let hits = try await site.live.repositories.search.search(query, as: site.people[0], limit: 10).hits
        let texts = hits.compactMap { if case .text(_, let text) = $0.content { text } else { nil } }
        return Outcome(texts: texts, isRead: isRead.value.withLock { $0 })
    }

    private func say(_ text: String, _ site: Neighbourhood, through messages: any MessageRepository) async throws
        -> Message
    {
        site.clock.advance(by: .seconds(1))
        return try await messages.send(
            NewMessage(conversation: site.room, sender: site.people[1], text: MessageText(text)))
    }

    @Test func `a conversation is read for the searches of half a minute once`() async throws {
        let site = try await Neighbourhood()
        _ = try await say("the garden", site, through: site.store)
        #expect(try await search(site) == Outcome(texts: ["the garden"], isRead: true))
        #expect(try await search(site) == Outcome(texts: ["the garden"], isRead: false))
        // What happens here is seen at once, and what happens elsewhere after half a minute.
        let second = try await say("a second garden", site, through: site.live.repositories.messages)
        let third = try await say("a third garden", site, through: site.store)
        #expect(try await search(site) == Outcome(texts: ["a second garden", "the garden"], isRead: false))
        try await site.live.repositories.messages.delete(second.id, in: site.room, as: site.people[1])
        #expect(try await search(site) == Outcome(texts: ["the garden"], isRead: false))
        site.clock.advance(by: LiveLimits().searchedAge)
        #expect(try await search(site) == Outcome(texts: ["a third garden", "the garden"], isRead: true))
        try await site.store.delete(third.id, in: site.room, as: site.people[1])
        site.clock.advance(by: LiveLimits().searchedAge)
        #expect(try await search(site) == Outcome(texts: ["the garden"], isRead: true))
    }

    @Test func `a search is made for its own person only`() async throws {
        let site = try await Neighbourhood()
        _ = try await say("the garden", site, through: site.store)
        #expect(try await search(site).texts == ["the garden"])
        _ = try await site.live.repositories.conversations.remove(site.people[0], from: site.room, by: site.people[0])
        #expect(try await search(site).texts.isEmpty)
    }
}
