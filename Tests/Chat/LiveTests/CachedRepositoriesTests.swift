import Chat
import ChatStore
import Live
import RepositoryBehaviour
import Testing

/// There are no subscribers.
struct Silence: Publisher {
    func publish(_ publication: Publication) {}
}

struct CachedRepositoriesTests {
    @Test(
        "a repository behaves as one by each policy", arguments: RepositoryBehaviour.all,
        [CachePolicy.authoritative, .askWhenOlder, .alwaysAsk])
    func behaves(_ behaviour: RepositoryBehaviour, _ policy: CachePolicy) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        let live = Live(store.repositories, policy: policy, clock: clock.clock, publisher: Silence())
        try await behaviour.verify(live.repositories, clock)
    }
}
