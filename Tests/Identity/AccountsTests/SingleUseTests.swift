import Chat
import Cryptography
import OneTimePasswords
import OpenID
import RecordStores
import RepositoryBehaviour
import Testing

@testable import Accounts

/// What is good once is good once for all processes that use a database: here, two values with connections of their own.
@Suite("Single use in several processes", .eachRecordStore)
struct SingleUseTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())
    private let user = UserID.random()
    private let place: RecordPlace
    private let accounts: [AccountsDatabase]
    private static let tries = 100

    init() async throws {
        place = try await .shared()
        accounts = [try await place.accounts(), try await place.accounts()]
    }

    private func factors(_ number: Int) -> Factors {
        Factors(accounts[number % 2], vault: vault, clock: clock.clock)
    }

    /// How many of many tries at once succeed. An error fails the test.
    private func successes(_ attempt: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
        // All connections are open before the first of them is needed: else the first try is alone.
        try await withThrowingTaskGroup { group in
            for number in 0..<32 {
                group.addTask { _ = try await AccountRegister(accounts[number % 2]).authorization(of: user) }
            }
            try await group.waitForAll()
        }
        return try await withThrowingTaskGroup { group in
            for number in 0..<Self.tries { group.addTask { try await attempt(number) } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    @Test("a code of an app")
    func code() async throws {
        let secret = try #require(try await factors(0).beginAuthenticator(of: user))
        let first = secret.code(atSeconds: clock.now.milliseconds / 1_000)
        try #require(try await factors(0).confirmAuthenticator(first, of: user))
        clock.advance(by: .seconds(60))
        let code = secret.code(atSeconds: clock.now.milliseconds / 1_000)
        #expect(try await successes { try await factors($0).use(code, of: user) != nil } == 1)
    }

    @Test("a recovery code")
    func recoveryCode() async throws {
        let code = try await factors(0).renewRecoveryCodes(of: user)[3].shown.revealed
        #expect(try await successes { try await factors($0).use(code, of: user) != nil } == 1)
    }

    @Test("a challenge")
    func challenge() async throws {
        let challenges = accounts.map { PasskeyChallenges($0, vault: vault, clock: clock.clock) }
        let purpose = PasskeyChallenges.Purpose.proof(session: "x")
        let ticket = challenges[0].issue(for: purpose).ticket
        #expect(try await successes { try await challenges[$0 % 2].redeem(ticket, for: purpose) != nil } == 1)
    }

    @Test("a one-time link")
    func link() async throws {
        let links = accounts.map { OneTimeLinks($0, clock: clock.clock) }
        let (token, _) = try await links[0].make(.password(of: user), by: nil, for: .seconds(60))
        let count = try await successes { number in
            do {
                _ = try await links[number % 2].use(token)
                return true
            } catch LinkFault.used { return false }
        }
        #expect(count == 1)
    }

    @Test("a sign-in transaction")
    func transaction() async throws {
        // A file of its own in SQLite.
        let place = try await RecordPlace.shared()
        let stores = [
            try await place.transactions(vault, clock.clock), try await place.transactions(vault, clock.clock),
        ]
        let transaction = SignInTransaction(
            provider: try #require(ProviderID("test")), issuer: "https://provider.test", returnPath: "/",
            browser: .random(), now: clock.now)
        try await stores[0].keep(transaction)
        #expect(try await successes { try await stores[$0 % 2].take(state: transaction.state) != nil } == 1)
    }

    @Test("of the last admins who leave at once, one stays")
    func lastAdmin() async throws {
        let registers = accounts.map { AccountRegister($0, clock: clock.clock) }
        let admins = (0..<20).map { _ in UserID.random() }
        for admin in admins { try await registers[0].set(.admin, of: admin) }
        let stayed = try await withThrowingTaskGroup { group in
            for (number, admin) in admins.enumerated() {
                group.addTask {
                    do {
                        try await registers[number % 2].retire(admin)
                        return 0
                    } catch is LastAdmin { return 1 }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(stayed == 1)
        #expect(try await registers[1].all().count { $0.disabledAt == nil } == 1)
    }
}
