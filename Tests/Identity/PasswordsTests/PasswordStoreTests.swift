import Chat
import ChatStore
import Foundation
import RepositoryBehaviour
import RecordStores
import Records
import Synchronization
import Testing

@testable import Passwords

/// Fast parameters: these tests do not measure the cost of hashing.
private let quick = Argon2id(memory: 64 * 1_024, passes: 1)

@Suite("The password store", .eachRecordStore)
struct PasswordStoreTests {
    private let clock = ManualClock()
    private let chat: ChatStore
    private let store: PasswordStore

    init() async throws {
        chat = try ChatStore(.memory, clock: clock.clock)
        store = try await RecordPlace().passwords(chat, clock.clock, quick)
    }

    private func account(
        _ username: String = "New_User", _ email: String = "new.user@example.com",
        _ password: String = "correct horse", _ name: String = "New User"
    ) throws -> NewAccount {
        NewAccount(
            username: try #require(Username(username)), email: try #require(EmailAddress(email)),
            password: try #require(Password(password)), name: try #require(DisplayName(name)))
    }

    private func signIn(_ name: String = "new_user", _ password: String = "correct horse") async throws
        -> BackendSession
    {
        try await store.signIn(try #require(Username(name)), try #require(Password(password)), from: nil)
    }

    private func refusal(_ body: () async throws -> some Any) async -> PasswordError.Reason? {
        await #expect(throws: PasswordError.self) { _ = try await body() }?.reason
    }

    @Test("signing up creates a user, who may sign in again, in capitals too")
    func signingUp() async throws {
        let first = try await store.signUp(account(), from: nil)
        let user = try #require(first.user)
        #expect(first.username == Username("new_user"))
        #expect(first.email == EmailAddress("new.user@example.com"))
        #expect(user.alias == "new_user")
        #expect(user.name == "New User")
        #expect(try chat.user(alias: try #require(Alias("new_user"))) == user)
        let second = try await signIn("NEW_USER")
        #expect(second.user == user)
        #expect(second.credential != first.credential)
        #expect(second.expiresAt == clock.now.adding(.seconds(7 * 24 * 3_600)))
        for session in [first, second] { #expect(try await store.check(session.credential)?.user == user) }
    }

    @Test("a wrong password and an unknown name give the same error and cost a hash each")
    func wrongCredentials() async throws {
        let real = try await RecordPlace().passwords(chat, clock.clock, Argon2id())
        _ = try await real.signUp(account(), from: nil)
        let attempts = [("new_user", "wrong horse"), ("nobody", "correct horse")]
        for (name, password) in attempts {
            let began = ContinuousClock.now
            let error = await #expect(throws: PasswordError.self) {
                try await real.signIn(
                    try #require(Username(name)), try #require(Password(password)), from: nil)
            }
            #expect(error == PasswordError(.wrongCredentials, during: .signIn))
            // A hash takes 60 ms on the author's machine, and an error without one a tenth of a millisecond.
            #expect(ContinuousClock.now - began > .milliseconds(5))
        }
    }

    @Test("taken, malformed and weak values are rejected, each with its own reason")
    func refusals() async throws {
        _ = try await store.signUp(account(), from: nil)
        #expect(
            await refusal { try await store.signUp(account("NEW_user", "other@example.com"), from: nil) } == .nameTaken)
        #expect(
            await refusal { try await store.signUp(account("other", "NEW.USER@example.com"), from: nil) } == .emailTaken
        )
        #expect(
            await refusal { try await store.signUp(account("a b!".replacing(" ", with: "")), from: nil) }
                == .malformedName)
        #expect(
            await refusal { try await store.signUp(account("other", "o@example.com", "seven c"), from: nil) }
                == .passwordTooShort)
        for weak in ["aaaaaaaa", "O@example.COM", "other user"] {
            let attempt = { try account("other", "o@example.com", weak, "Other User") }
            #expect(await refusal { try await store.signUp(attempt(), from: nil) } == .weakPassword)
        }
        #expect(await refusal { try await signIn("縁側") } == .malformedName)
    }

    @Test("an alias of the chat without an account can't be registered")
    func takenAlias() async throws {
        let alice = try await chat.register(
            NewUser(alias: try #require(Alias("alice")), name: try #require(DisplayName("Alice")), avatarURL: nil))
        #expect(await refusal { try await store.signUp(account("Alice"), from: nil) } == .nameTaken)
        #expect(await refusal { try await signIn("alice") } == .wrongCredentials)
        try await store.set(try #require(Password("correct horse")), for: [alice])
        #expect(try await signIn("alice").user == alice)
    }

    @Test("one of many concurrent sign-ups with the same name succeeds")
    func race() async throws {
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                let new = try account("same", "\(number)@example.com")
                group.addTask { [store] in
                    do {
                        _ = try await store.signUp(new, from: nil)
                        return true
                    } catch let error as PasswordError {
                        #expect(error.reason == .nameTaken)
                        return false
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter(\.self).count == 1)
        #expect(try chat.users().map(\.alias) == ["same"])
    }

    @Test("signing out ends one session and no other")
    func signingOut() async throws {
        let first = try await store.signUp(account(), from: nil)
        let second = try await signIn()
        try await store.signOut(first.credential)
        try await store.signOut(first.credential)
        #expect(try await store.check(first.credential) == nil)
        #expect(try await store.check(second.credential) != nil)
        #expect(try await store.check(BackendCredential("guess")) == nil)
    }

    @Test("common passwords are rejected, in any case, and uncommon ones are not")
    func commonPasswords() async throws {
        for text in ["password", "Password1", "12345678", "QWERTYUIOP", "iloveyou", "1q2w3e4r5t", "1qaz2wsx"] {
            #expect(
                await refusal { try await store.signUp(account("kim", "k@example.com", text), from: nil) }
                    == .weakPassword)
        }
        #expect(!(0..<200).contains { CommonPasswords.contains(Password("unheard of \($0)")!) })
        for text in ["correct horse", "veranda-by-the-sea", "縁側でお茶を飲む"] {
            #expect(!CommonPasswords.contains(try #require(Password(text))))
        }
        // Includes the first and the last entry of the list.
        let bytes = CommonPasswords.digests
        #expect(bytes.count % 4 == 0 && bytes.count / 4 > 3_000)
        let digests = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
        #expect(zip(digests, digests.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test("changing the password needs the old one, ends all sessions and starts one")
    func changing() async throws {
        let first = try await store.signUp(account(), from: nil)
        let second = try await signIn()
        let (old, new) = (try #require(Password("correct horse")), try #require(Password("another horse")))
        #expect(
            await refusal { try await store.change(new, to: old, first.credential, from: nil) } == .wrongCredentials)
        for (weak, reason) in [
            ("short", PasswordError.Reason.passwordTooShort), ("new_user", .weakPassword), ("aaaaaaaaa", .weakPassword),
            ("NEW.user@example.com", .weakPassword), ("new user", .weakPassword),
        ] {
            let password = try #require(Password(weak))
            #expect(await refusal { try await store.change(old, to: password, first.credential, from: nil) } == reason)
        }
        // Nothing has changed so far.
        #expect(try await store.check(second.credential) != nil)
        let session = try await store.change(old, to: new, first.credential, from: nil)
        #expect(session.user == first.user)
        for former in [first, second] { #expect(try await store.check(former.credential) == nil) }
        #expect(try await store.check(session.credential)?.user == first.user)
        #expect(await refusal { try await signIn() } == .wrongCredentials)
        #expect(try await signIn("new_user", "another horse").user == first.user)
        #expect(await refusal { try await store.change(new, to: old, first.credential, from: nil) } == .forbidden)
    }

    @Test("one of two concurrent changes succeeds")
    func changingAtOnce() async throws {
        let session = try await store.signUp(account(), from: nil)
        let other = try await signIn()
        let old = try #require(Password("correct horse"))
        async let one = try? store.change(
            old, to: try #require(Password("one new horse")), session.credential, from: nil)
        async let two = try? store.change(
            old, to: try #require(Password("two new horses")), other.credential, from: nil)
        let done = await [one, two].compactMap { $0 }
        #expect(done.count == 1)
        #expect(try await store.check(done[0].credential) != nil)
    }

    @Test("a session ends after seven days without use, and use extends it")
    func expiry() async throws {
        let session = try await store.signUp(account(), from: nil)
        let other = try await signIn()
        clock.advance(by: .seconds(12 * 3_600))
        #expect(try await store.check(session.credential)?.expiresAt == session.expiresAt)
        clock.advance(by: .seconds(5 * 24 * 3_600))
        #expect(
            try await store.check(session.credential)?.expiresAt == clock.now.adding(.seconds(7 * 24 * 3_600)))
        clock.advance(by: .seconds(2 * 24 * 3_600))
        #expect(try await store.check(session.credential) != nil)
        #expect(try await store.check(other.credential) == nil)
    }

    @Test("beyond a hundred sessions the oldest end")
    func sessionLimit() async throws {
        let first = try await store.signUp(account(), from: nil)
        clock.advance(by: .seconds(1))
        for _ in 1..<PasswordLimits.maximumSessions { _ = try await signIn() }
        #expect(try await store.check(first.credential) != nil)
        _ = try await signIn()
        #expect(try await store.check(first.credential) == nil)
    }

    @Test("a new password ends the sessions of the old one")
    func newPassword() async throws {
        let session = try await store.signUp(account(), from: nil)
        try await store.set(try #require(Password("battery staple")), for: [try #require(session.user)])
        #expect(try await store.check(session.credential) == nil)
        #expect(await refusal { try await signIn() } == .wrongCredentials)
        #expect(try await signIn("new_user", "battery staple").user == session.user)
    }

    @Test("the database contains neither passwords nor session credentials")
    func secretsAtRest() async throws {
        let session = try await store.signUp(account(), from: nil)
        let hash = try await store.database.row("SELECT hash FROM password_account") { $0.text(0) }
        let key = try await store.database.row("SELECT key FROM password_session") { $0.blob(0) }
        #expect(try #require(hash).hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
        #expect(key?.count == 32)
        #expect(key != Array(session.credential.revealed.utf8))
        #expect(!"\(session)".contains(session.credential.revealed))
    }

    @Test("a hash with other parameters is replaced at the next sign-in")
    func renewedHash() async throws {
        let place = try await RecordPlace.shared()
        func store(_ parameters: Argon2id) async throws -> PasswordStore {
            try await place.passwords(chat, clock.clock, parameters)
        }
        let former = try await store(quick)
        _ = try await former.signUp(account(), from: nil)
        let (name, password) = (try #require(Username("new_user")), try #require(Password("correct horse")))
        _ = try await store(Argon2id(memory: 128 * 1_024, passes: 2)).signIn(name, password, from: nil)
        let hash = try await former.database.row("SELECT hash FROM password_account") { $0.text(0) }
        #expect(try #require(hash).hasPrefix("$argon2id$v=19$m=128,t=2,p=1$"))
        #expect(try await former.signIn(name, password, from: nil).user != nil)
    }
}

@Suite("Argon2id")
struct Argon2idTests {
    @Test("a hash depends on the password and a random salt")
    func hashing() throws {
        let (password, other) = (try #require(Password("縁側 correct")), try #require(Password("縁側 correct ")))
        let hash = try quick.hash(password)
        #expect(try Argon2id.verify(password, hash))
        #expect(try !Argon2id.verify(other, hash))
        #expect(try quick.hash(password) != hash)
    }

    @Test("the parameters are those of OWASP, and contained in the hash")
    func parameters() throws {
        let hash = try Argon2id().hash(try #require(Password("correct horse")))
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try !Argon2id().isOutdated(hash))
        #expect(try quick.isOutdated(hash))
    }

    @Test("an invalid hash is an error and not a mismatch")
    func nonsense() throws {
        let password = try #require(Password("correct horse"))
        for text in ["", "$argon2id$", "$2b$12$abcdefghijklmnopqrstuv", "correct horse"] {
            #expect(throws: Argon2id.Failure.self) { try Argon2id.verify(password, text) }
        }
    }
}
