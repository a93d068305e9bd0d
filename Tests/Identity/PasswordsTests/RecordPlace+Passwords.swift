import Chat
import PostgreSQL
import RecordStores
import Records

@testable import Passwords

extension RecordPlace {
    func passwords(_ users: any UserRepository, _ clock: Clock, _ parameters: Argon2id) async throws -> PasswordStore {
        try await open({ try PasswordStore($0, users: users, clock: clock, parameters: parameters) }) {
            try await PasswordStore.migrate($0)
            return PasswordStore(RecordDatabase($0), users: users, clock: clock, parameters: parameters)
        }
    }
}
