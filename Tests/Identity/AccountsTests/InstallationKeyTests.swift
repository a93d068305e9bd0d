import Accounts
import Chat
import Cryptography
import RecordStores
import Testing

@Suite("The key of an installation in PostgreSQL")
struct InstallationKeyTests {
    private let key = AEADKey.random()

    private func accounts(_ place: RecordPlace) async throws -> AccountsDatabase { try await place.accounts() }

    private func place() async throws -> RecordPlace {
        try await RecordStore.$current.withValue(.postgreSQL) { try await RecordPlace() }
    }

    @Test("a process with another key than the first is refused, with a sentence")
    func foreignKey() async throws {
        let place = try await place()
        for _ in 0..<2 { try await accounts(place).claim(Vault(key: key)) }
        let error = await #expect(throws: ForeignVaultKey.self) {
            try await accounts(place).claim(Vault(key: .random()))
        }
        #expect(error?.description.contains("another key") == true)
        try await accounts(place).claim(Vault(key: key))
    }

    @Test("a new key takes over from a former one, which is refused then")
    func rotation() async throws {
        let place = try await place()
        let new = AEADKey.random()
        try await accounts(place).claim(Vault(key: key))
        try await accounts(place).claim(Vault(key: new, formerKeys: [key]))
        try await accounts(place).claim(Vault(key: new))
        await #expect(throws: ForeignVaultKey.self) { try await accounts(place).claim(Vault(key: key)) }
    }

    @Test("of processes with keys of their own that start at once, one begins")
    func atOnce() async throws {
        let place = try await place()
        let databases = [try await accounts(place), try await accounts(place)]
        let refusals = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        try await databases[number % 2].claim(Vault(key: .random()))
                        return 0
                    } catch is ForeignVaultKey { return 1 }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(refusals == 19)
    }

    @Test("in SQLite, any key will do")
    func sqlite() async throws {
        let place = try await RecordPlace()
        for _ in 0..<2 { try await accounts(place).claim(Vault(key: .random())) }
    }
}
