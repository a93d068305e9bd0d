import Chat
import ChatStore
import RepositoryBehaviour
import RecordStores
import Testing

@testable import Passwords

/// Managing the passwords of others.
@Suite(.eachRecordStore) struct PasswordAdministrationTests {
    private let clock = ManualClock()
    private let chat: ChatStore
    private let store: PasswordStore
    private let account = NewAccount(
        username: Username("new_user")!, email: EmailAddress("new.user@example.com")!,
        password: Password("correct horse")!, name: DisplayName("New User")!)

    init() async throws {
        chat = try ChatStore(.memory, clock: clock.clock)
        store = try await RecordPlace().passwords(
            chat, clock.clock, Argon2id(memory: 64 * 1_024, passes: 1))
    }

    private func signIn(_ name: String = "new_user", _ password: String = "correct horse") async throws
        -> BackendSession
    {
        try await store.signIn(try #require(Username(name)), try #require(Password(password)), from: nil)
    }

    private func refusal(_ body: () async throws -> some Any) async -> PasswordError.Reason? {
        await #expect(throws: PasswordError.self) { _ = try await body() }?.reason
    }

    @Test func `an administrator sets, moves and deletes a password`() async throws {
        let user = try #require(try await store.signUp(account, from: nil).user)
        let session = try await signIn()
        let other = try await chat.register(
            NewUser(alias: Alias("other")!, name: DisplayName("Other")!, avatarURL: nil))
        #expect(try await store.havePasswords([user, other]) == [user.id])
        #expect(try await store.email(of: user) == "new.user@example.com")
        #expect(try await store.email(of: other) == nil)
        let (good, weak) = (try #require(Password("another horse")), try #require(Password("password")))
        #expect(await refusal { try await store.set(weak, of: user) } == .weakPassword)
        try await store.set(good, of: user)
        #expect(try await store.check(session.credential) == nil, "their sessions end")
        #expect(await refusal { try await signIn() } == .wrongCredentials)
        try await store.set(good, of: other)
        #expect(await refusal { try await store.rename(user, to: Alias("other")!) } == .nameTaken)
        let sessionAfter = try await signIn("new_user", "another horse")
        let renamed = try await chat.rename(user.id, to: nil, alias: Alias("newer"))
        try await store.rename(user, to: Alias("newer")!)
        #expect(try await store.check(sessionAfter.credential) == nil)
        #expect(try await signIn("newer", "another horse").user == renamed)
        #expect(await refusal { try await signIn("new_user", "another horse") } == .wrongCredentials)
        try await store.delete(renamed)
        #expect(await refusal { try await signIn("newer", "another horse") } == .wrongCredentials)
        #expect(try await store.havePasswords([renamed, other]) == [other.id])
        // Without the account, nothing is done.
        try await store.delete(renamed)
        try await store.rename(renamed, to: Alias("newest")!)
    }
}
