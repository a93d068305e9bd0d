import Chat
import Cryptography
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import Accounts

@Suite("Sessions that many need at the same time, in a database that processes share")
struct SessionLookUpsTests {
    private let place: TestDatabase
    private let clock = ManualClock()
    private let vault = Vault(key: .random())

    init() async throws {
        place = try await TestDatabase()
        try await AccountsDatabase.migrate(place.database)
    }

    private func process() -> Sessions {
        Sessions(AccountsDatabase(place.another()), vault: vault, clock: clock.clock)
    }

    @Test("are looked up together, and each has its own")
    func together() async throws {
        let (here, there) = (process(), process())
        var tokens: [(alias: String, token: SessionToken)] = []
        for number in 0..<100 {
            let user = User(
                id: .random(), alias: "person\(number)", name: "P", avatarURL: nil,
                createdAt: Timestamp(milliseconds: 0))
            tokens.append((user.alias, try await here.begin(for: user)))
        }
        let unknown = SessionToken.random()
        let trips = RoundTrips()
        try await RoundTrips.$current.withValue(trips) {
            try await withThrowingTaskGroup(of: (String, String?).self) { group in
                for (alias, token) in tokens {
                    group.addTask { (alias, try await there.session(of: token)?.alias) }
                }
                group.addTask { ("", try await there.session(of: unknown)?.alias ?? "") }
                for try await (expected, found) in group { #expect(found == expected) }
            }
        }
        #expect(trips.count < 50)
        #expect(there.lookUps.waiting == 0)
    }
}
