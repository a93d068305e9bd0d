import Bytes
import Chat
import Cryptography
import Foundation
import OpenID
import RepositoryBehaviour
import RecordStores
import Records
import SQLite
import Testing

@testable import Accounts

/// What a service tells once, kept until there is a user for it.
@Suite(.eachRecordStore) struct KeptProfileTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())
    private let day = Duration.seconds(24 * 3_600)

    private func identity(_ subject: String = "000123.abc") throws -> Identity {
        try #require(Identity(issuer: "https://appleid.apple.com", subject: subject))
    }

    private func profile(_ name: String?, email: String? = nil) -> Profile {
        var profile = Profile()
        profile.name = name
        profile.email = email
        return profile
    }

    private func sessions(_ place: RecordPlace) async throws -> (Sessions, Identities) {
        let accounts = try await place.accounts()
        return (Sessions(accounts, vault: vault, clock: clock.clock), Identities(accounts, clock: clock.clock))
    }

    private func count(_ place: RecordPlace) async throws -> Int {
        try await place.accounts().database.row("SELECT count(*) FROM kept_profile") { Int($0.integer(0)) } ?? 0
    }

    @Test func `a name that was told once completes later profiles, sealed, until the identity is linked`() async throws
    {
        let place = try await RecordPlace.shared()
        let (sessions, identities) = try await sessions(place)
        let identity = try identity()
        _ = try await sessions.completed(profile("Hanako Yamada", email: "old@example.test"), of: identity)
        clock.advance(by: day * 100)
        let later = try await sessions.completed(profile(nil, email: "new@example.test"), of: identity)
        #expect(later.name == "Hanako Yamada" && later.email == "new@example.test")
        #expect(try await sessions.completed(profile(nil), of: try self.identity("another")).name == nil)
        #expect(try await place.contents().firstRange(of: Data("Hanako".utf8)) == nil)
        let user = UserID.random()
        try await identities.link(identity, to: user, method: .userID)
        #expect(try await count(place) == 1)
        #expect(try await sessions.completed(profile(nil), of: identity).name == nil)
        #expect(try await count(place) == 1)
    }

    @Test func `a profile that nobody has used for a year is forgotten`() async throws {
        let place = try await RecordPlace.shared()
        let (sessions, _) = try await sessions(place)
        _ = try await sessions.completed(profile("Hanako"), of: try identity())
        clock.advance(by: day * 364)
        _ = try await sessions.completed(profile("Other"), of: try identity("other"))
        #expect(try await count(place) == 2)
        clock.advance(by: day * 2)
        _ = try await sessions.completed(profile("Third"), of: try identity("third"))
        #expect(try await count(place) == 2)
        #expect(try await sessions.completed(profile(nil), of: try identity()).name == nil)
    }

    @Test func `a profile that was sealed with a lost key is replaced`() async throws {
        let place = try await RecordPlace.shared()
        let (sessions, _) = try await sessions(place)
        _ = try await sessions.completed(profile("Hanako"), of: try identity())
        let other = Sessions(
            try await place.accounts(), vault: Vault(key: .random()), clock: clock.clock)
        #expect(try await other.completed(profile(nil), of: try identity()).name == nil)
        #expect(try await other.completed(profile("Hana"), of: try identity()).name == "Hana")
        #expect(try await other.completed(profile(nil), of: try identity()).name == "Hana")
    }
}

/// The same, after an update of the program.
@Suite struct KeptProfileMigrationTests {
    @Test func `a database of the version before gets the table`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        do {
            _ = try AccountsDatabase(.file(path))
            var connection = try Connection(.file(path))
            try connection.execute(
                """
                DROP TABLE kept_profile; DROP TABLE notification_settings; DROP TABLE appearance_settings;
                DROP TABLE removed_preview; DROP TABLE notification_level;
                DROP TABLE pinned_conversation; DROP TABLE blocked_person;
                DROP TABLE message_report; DROP TABLE self_description; DROP TABLE scheduled_message; DROP TABLE custom_emoji; PRAGMA user_version = 9
                """)
        }
        let sessions = Sessions(try AccountsDatabase(.file(path)), vault: Vault(key: .random()))
        let identity = try #require(Identity(issuer: "https://appleid.apple.com", subject: "1"))
        var profile = Profile()
        profile.name = "Hanako"
        _ = try await sessions.completed(profile, of: identity)
        #expect(try await sessions.completed(Profile(), of: identity).name == "Hanako")
    }
}
