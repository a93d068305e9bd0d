import Chat
import ChatStore
import Foundation
import Records
import RepositoryBehaviour
import SQLite
import Testing

@testable import Passwords

@Suite("A password database of the version before")
struct PasswordMigrationTests {
    @Test("keeps its accounts and sessions")
    func renaming() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path()
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let clock = ManualClock()
        let chat = try ChatStore(.memory, clock: clock.clock)
        let user = try await chat.register(
            NewUser(alias: Alias("alice")!, name: DisplayName("Alice")!, avatarURL: nil))
        let parameters = Argon2id(memory: 64 * 1_024, passes: 1)
        let password = try #require(Password("correct horse"))
        let credential = BackendCredential("secret")
        do {
            var connection = try Connection(.file(path))
            try connection.execute(
                """
                CREATE TABLE account (
                    username TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, hash TEXT NOT NULL, user TEXT,
                    created_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE session (
                    key BLOB PRIMARY KEY, username TEXT NOT NULL REFERENCES account (username) ON DELETE CASCADE,
                    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX session_by_username ON session (username, created_at);
                CREATE INDEX session_by_expiry ON session (expires_at);
                PRAGMA user_version = 1;
                """)
            try connection.run(
                "INSERT INTO account VALUES ('alice', 'Alice', 'a@example.com', ?, ?, 0)",
                try parameters.hash(password), user.id.description)
            try connection.run(
                "INSERT INTO session VALUES (?, 'alice', 0, ?)", PasswordStore.key(credential),
                clock.now.adding(.seconds(9)).milliseconds)
        }
        let store = try PasswordStore(.file(path), users: chat, clock: clock.clock, parameters: parameters)
        #expect(try await store.check(credential)?.user == user)
        #expect(try await store.signIn(#require(Username("alice")), password, from: nil).user == user)
        #expect(try await store.email(of: user) == "a@example.com")
        // The sessions still belong to the account.
        try await store.delete(user)
        #expect(try await !store.database.exists("SELECT 1 FROM password_session"))
    }
}
