import Accounts
import Chat
import Testing

/// Knows one person, or throws an error.
private struct People: UserRepository {
    var person: User?
    var reason = ChatError.Reason.notFound

    func users() async throws(ChatError) -> [User] { [] }
    func user(_ id: UserID) async throws(ChatError) -> User {
        guard let person, person.id == id else { throw ChatError(reason, during: "user") }
        return person
    }
    func user(alias: Alias) async throws(ChatError) -> User {
        guard let person, person.alias == alias.description else { throw ChatError(reason, during: "user") }
        return person
    }
    func register(_ user: NewUser) async throws(ChatError) -> User { throw ChatError(.forbidden, during: "register") }
}

@Suite struct UserIDSignInTests {
    private let alice = User(
        id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

    @Test func `an id or an alias signs a person in, in any case and with spaces`() async throws {
        let signIn = UserIDSignIn(users: People(person: alice))
        for typed in ["alice", " Alice\u{3000}", alice.id.description, alice.id.description.uppercased()] {
            #expect(try await signIn.signIn(typed) == alice)
        }
    }

    @Test func `each failure has its own error`() async throws {
        let signIn = UserIDSignIn(users: People(person: alice))
        await #expect(throws: SignInError.empty) { try await signIn.signIn(" \n") }
        for typed in ["bob", UserID.random().description] {
            await #expect(throws: SignInError.unknownUser) { try await signIn.signIn(typed) }
        }
        for typed in ["a b!", "ab", "'; DROP TABLE user", "\(UserID.random())0"] {
            await #expect(throws: SignInError.malformedUserID) { try await signIn.signIn(typed) }
        }
        for reason in [ChatError.Reason.timedOut, .unavailable("down"), .unexpectedAnswer("?")] {
            let broken = UserIDSignIn(users: People(reason: reason))
            await #expect(throws: SignInError.backend(ChatError(reason, during: "user"))) {
                try await broken.signIn("alice")
            }
        }
    }
}
