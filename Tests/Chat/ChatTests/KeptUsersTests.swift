import Chat
import RepositoryBehaviour
import Synchronization
import Testing

/// The list of people that is kept for searches.
struct KeptUsersTests {
    private let clock = ManualClock()

    @Test func `everyone is asked for once in a while, however often somebody types`() async throws {
        let kept = KeptUsers(clock: clock.clock)
        let asked = Mutex(0)
        func found(_ text: String) async throws -> [String] {
            try await kept.matching(SearchQuery(text), limit: 10) {
                let number = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                return [
                    User(
                        id: .random(), alias: "ann\(number)", name: "Ann", avatarURL: nil,
                        createdAt: Timestamp(milliseconds: 0))
                ]
            }.map(\.alias)
        }
        for text in ["a", "an", "ann"] { #expect(try await found(text) == ["ann1"]) }
        #expect(try await found("bob") == [])
        clock.advance(by: KeptUsers.lifetime)
        #expect(try await found("ann") == ["ann2"])
        kept.forget()
        #expect(try await found("ann") == ["ann3"])
        #expect(asked.withLock { $0 } == 3)
    }

    @Test func `the list does not outlive a clock that was set back`() async throws {
        let kept = KeptUsers(clock: clock.clock)
        _ = try await kept.matching(nil, limit: 1) { [] }
        clock.advance(by: .seconds(-60))
        let asked = Mutex(false)
        _ = try await kept.matching(nil, limit: 1) {
            asked.withLock { $0 = true }
            return []
        }
        #expect(asked.withLock { $0 })
    }
}
