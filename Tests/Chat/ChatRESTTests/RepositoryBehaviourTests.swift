import ChatBackend
import ChatStore
import HTTP
import Replay
import RepositoryBehaviour
import Testing

@Suite("The repositories over REST, the embedded backend and a store")
struct RepositoryBehaviourTests {
    @Test("they behave as repositories do", arguments: RepositoryBehaviour.all)
    func chainBehaves(_ behaviour: RepositoryBehaviour) async throws {
        let clock = ManualClock()
        let backend = ChatBackend(repositories: try ChatStore(.memory, clock: clock.clock).repositories)
        try await behaviour.verify(.overREST(HandlerTransport(backend.respond)), clock)
    }
}
