import Chat
import ChatStore
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Live

/// How old the messages of a list may be before a backend to which others write, too.
@Suite struct ListAgeTests {
    private final class Flag: Sendable {
        let value = Mutex(false)
    }

    /// Whether messages are read at the backend for a person's list, and how many are unread in it.
    private func list(_ site: Neighbourhood) async throws -> (isRead: Bool, unread: Int?) {
        let flag = Flag()
        site.line.onceRead { flag.value.withLock { $0 = true } }
        let list = try await ConversationOverview(site.live.repositories).list(for: site.people[0])
        return (flag.value.withLock { $0 }, list.active.first?.unread.count)
    }

    @Test(arguments: [3, MessageHistory.pageSize, 2 * MessageHistory.pageSize])
    func `however much is unread, it is counted once in half a minute`(count: Int) async throws {
        let site = try await Neighbourhood()
        for number in 0..<count {
            site.clock.advance(by: .milliseconds(10))
            _ = try await site.store.send(
                NewMessage(conversation: site.room, sender: site.people[1], text: MessageText("\(number)")))
        }
        #expect(try await list(site) == (true, count))
        site.clock.advance(by: LiveLimits().newestAge - .seconds(1))
        #expect(try await list(site) == (false, count))
        site.clock.advance(by: .seconds(2))
        #expect(try await list(site).isRead)
    }
}
