import ChatStore
import RepositoryBehaviour
import Testing

struct RepositoryBehaviourTests {
    @Test("the store behaves as a repository does", arguments: RepositoryBehaviour.all)
    func storeBehaves(_ behaviour: RepositoryBehaviour) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        try await behaviour.verify(store.repositories, clock)
    }
}
