import ChatStore
import RepositoryBehaviour
import Testing

struct RepositoryBehaviourTests {
    @Test("the store behaves as a repository does", arguments: RepositoryBehaviour.all + RepositoryBehaviour.stores)
    func storeBehaves(_ behaviour: RepositoryBehaviour) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        try await behaviour.verify(store.repositories, clock)
    }

    @Test("the store sends and keeps drafts", arguments: SendingBehaviour.all)
    func storeSends(_ behaviour: SendingBehaviour) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        try await behaviour.verify(store.repositories, store, store.drafts, clock)
    }
}
