import Chat
import ChatRecords
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

/// Managing the people of the chat.
@Suite struct AdministrationTests {
    private let clock = ManualClock()
    private let store: ChatStore

    init() throws {
        store = try ChatStore(
            .memory, searchBounds: SearchBounds(), personalDataLimits: AdministrationBehaviour.limits,
            clock: clock.clock)
    }

    @Test("the store manages people", arguments: AdministrationBehaviour.all)
    func behaviour(_ behaviour: AdministrationBehaviour) async throws {
        try await behaviour.verify(store.repositories, store, store.drafts, clock)
    }

    @Test func `no part of a deleted person's name stays in the index`() async throws {
        _ = try await store.register(.named("alice"))
        let bob = try await store.register(.named("bob"))
        _ = try await store.delete(bob.id, withMessages: false)
        let people = try store.database.read { connection in
            try connection.rows("SELECT DISTINCT user FROM user_names") { $0.integer(0) }
        }
        #expect(people == [1])
    }
}
