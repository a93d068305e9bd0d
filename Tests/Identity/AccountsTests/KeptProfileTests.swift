import Accounts
import Bytes
import Chat
import Cryptography
import Foundation
import OpenID
import RepositoryBehaviour
import SQLite
import Testing

/// What a service tells once, kept until there is a user for it.
@Suite struct KeptProfileTests {
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

    /// A database in a file, which is deleted afterwards.
    private func withFile(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        try await body(path)
    }

    private func sessions(_ path: String) throws -> (Sessions, Identities) {
        let accounts = try AccountsDatabase(.file(path))
        return (Sessions(accounts, vault: vault, clock: clock.clock), Identities(accounts, clock: clock.clock))
    }

    private func count(_ path: String) throws -> Int {
        var connection = try Connection(.file(path))
        return try connection.row("SELECT count(*) FROM kept_profile") { Int($0.integer(0)) } ?? 0
    }

    @Test func `a name that was told once completes later profiles, sealed, until the identity is linked`() async throws
    {
        try await withFile { path in
            let (sessions, identities) = try sessions(path)
            let identity = try identity()
            _ = try await sessions.completed(profile("Hanako Yamada", email: "old@example.test"), of: identity)
            clock.advance(by: day * 100)
            let later = try await sessions.completed(profile(nil, email: "new@example.test"), of: identity)
            #expect(later.name == "Hanako Yamada" && later.email == "new@example.test")
            #expect(try await sessions.completed(profile(nil), of: try self.identity("another")).name == nil)
            var held = Data()
            for end in ["", "-wal"] { held += (try? Data(contentsOf: URL(filePath: path + end))) ?? Data() }
            #expect(held.count > 1_000)
            #expect(held.firstRange(of: Data("Hanako".utf8)) == nil)
            let user = UserID.random()
            try await identities.link(identity, to: user, method: .userID)
            #expect(try count(path) == 1)
            #expect(try await sessions.completed(profile(nil), of: identity).name == nil)
            #expect(try count(path) == 1)
        }
    }

    @Test func `a profile that nobody has used for a year is forgotten`() async throws {
        try await withFile { path in
            let (sessions, _) = try sessions(path)
            _ = try await sessions.completed(profile("Hanako"), of: try identity())
            clock.advance(by: day * 364)
            _ = try await sessions.completed(profile("Other"), of: try identity("other"))
            #expect(try count(path) == 2)
            clock.advance(by: day * 2)
            _ = try await sessions.completed(profile("Third"), of: try identity("third"))
            #expect(try count(path) == 2)
            #expect(try await sessions.completed(profile(nil), of: try identity()).name == nil)
        }
    }

    @Test func `a profile that was sealed with a lost key is replaced`() async throws {
        try await withFile { path in
            let (sessions, _) = try sessions(path)
            _ = try await sessions.completed(profile("Hanako"), of: try identity())
            let other = Sessions(
                try AccountsDatabase(.file(path)), vault: Vault(key: .random()), clock: clock.clock)
            #expect(try await other.completed(profile(nil), of: try identity()).name == nil)
            #expect(try await other.completed(profile("Hana"), of: try identity()).name == "Hana")
            #expect(try await other.completed(profile(nil), of: try identity()).name == "Hana")
        }
    }

    @Test func `a database of the version before gets the table`() async throws {
        try await withFile { path in
            do {
                _ = try sessions(path)
                var connection = try Connection(.file(path))
                try connection.execute(
                    "DROP TABLE kept_profile; DROP TABLE notification_settings; PRAGMA user_version = 9")
            }
            let (sessions, _) = try sessions(path)
            _ = try await sessions.completed(profile("Hanako"), of: try identity())
            #expect(try await sessions.completed(profile(nil), of: try identity()).name == "Hanako")
        }
    }
}
