import Accounts
import Chat
import Cryptography
import Foundation
import OpenID
import RepositoryBehaviour
import RecordStores
import Testing

@Suite(.eachRecordStore) struct SealedTransactionsTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())
    private let provider = ProviderID("test")

    private func transaction() throws -> SignInTransaction {
        SignInTransaction(
            provider: try #require(provider), issuer: "https://provider.test", returnPath: "/conversations?x=\"1\"",
            browser: .random(), now: clock.now)
    }

    @Test func `a transaction can be read completely, and once`() async throws {
        let store = try await RecordPlace().transactions(vault, clock.clock)
        let (first, second) = (try transaction(), try transaction())
        try await store.keep(first)
        try await store.keep(second)
        #expect(try await store.take(state: first.state) == first)
        #expect(try await store.take(state: first.state) == nil)
        #expect(try await store.take(state: "made-up") == nil)
        #expect(try await store.take(state: second.state) == second)
    }

    @Test func `only one of many concurrent callbacks gets it`() async throws {
        let store = try await RecordPlace().transactions(vault, clock.clock)
        let transaction = try transaction()
        try await store.keep(transaction)
        let taken = try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { try await store.take(state: transaction.state) != nil } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
    }

    @Test func `a transaction is replaced by a changed one, unless it is gone`() async throws {
        let store = try await RecordPlace().transactions(vault, clock.clock)
        let (first, second) = (try transaction(), try transaction())
        try await store.keep(first)
        #expect(try await store.replace(state: first.state) { _ in second })
        #expect(try await !store.replace(state: first.state) { _ in nil })
        #expect(try await store.take(state: first.state) == second)
        #expect(try await !store.replace(state: first.state) { $0 })
    }

    @Test func `it survives a restart, and the file contains nothing usable`() async throws {
        let place = try await RecordPlace.shared()
        let transaction = try transaction()
        try await place.transactions(vault, clock.clock).keep(transaction)
        let held = try await place.contents()
        for secret in [transaction.state, transaction.nonce.revealed, transaction.verifier.revealed] {
            #expect(held.range(of: Data(secret.utf8)) == nil)
        }
        let other = Vault(key: .random())
        await #expect(throws: VaultError.unknownKey) {
            try await place.transactions(other, clock.clock).take(state: transaction.state)
        }
        try await place.transactions(vault, clock.clock).keep(transaction)
        let again = try await place.transactions(vault, clock.clock)
        #expect(try await again.take(state: transaction.state) == transaction)
    }

    @Test func `expired transactions and the oldest of too many are deleted`() async throws {
        let store = try await RecordPlace().transactions(vault, clock.clock, maximumCount: 3)
        var all: [SignInTransaction] = []
        for _ in 0..<5 {
            all.append(try transaction())
            try await store.keep(all[all.count - 1])
            clock.advance(by: .seconds(1))
        }
        #expect(try await store.take(state: all[1].state) == nil)
        #expect(try await store.take(state: all[2].state) != nil)
        clock.advance(by: SignInTransaction.lifetime)
        try await store.keep(try transaction())
        #expect(try await store.take(state: all[4].state) == nil)
    }
}
