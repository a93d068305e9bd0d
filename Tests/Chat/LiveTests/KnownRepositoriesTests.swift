import Chat
import ChatStore
import Live
import RepositoryBehaviour
import Testing

/// Nobody listens.
struct Silence: Announcer {
    func announce(_ announcement: Announcement) {}
}

struct KnownRepositoriesTests {
    @Test(
        "what is known behaves as a repository does", arguments: RepositoryBehaviour.all,
        [Live.Source.onlyHere, .elsewhereToo, .nothingKept])
    func known(_ behaviour: RepositoryBehaviour, _ source: Live.Source) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        let live = Live(store.repositories, source: source, clock: clock.clock, announcer: Silence())
        try await behaviour.verify(live.repositories, clock)
    }
}
