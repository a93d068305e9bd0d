import Chat
import Cryptography
import OpenID
import RecordStores
import RepositoryBehaviour
import Testing

@testable import Accounts

@Suite("Tokens that are valid once", .eachRecordStore) struct StoredTokenUsesTests {
    private let clock = ManualClock()

    @Test("of many processes that get a token at once one takes it, and none until it has expired")
    func once() async throws {
        let place = try await RecordPlace.shared()
        var stores: [StoredTokenUses] = []
        for _ in 0..<3 { stores.append(StoredTokenUses(try await place.accounts())) }
        let (now, end) = (clock.now, clock.now.adding(.seconds(60)))
        let first = stores
        let taken = try await withThrowingTaskGroup { group in
            for number in 0..<30 {
                group.addTask { try await first[number % 3].use("a token", until: end, now: now) }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        for store in stores { #expect(try await !store.use("a token", until: end, now: now)) }
        #expect(try await stores[1].use("another", until: end, now: now))
        #expect(try await stores[1].use("a token", until: end.adding(.seconds(60)), now: end))
        #expect(try await !stores[2].use("a token", until: end.adding(.seconds(60)), now: end))
    }
}
