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
    func register(_ user: NewUser) async throws(ChatError) -> User {
        guard let person else { throw ChatError(reason, during: "register") }
        return person
    }
}

@Suite struct UserIDAuthenticationTests {
    private let alice = User(
        id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

    @Test func `an id or an alias signs a person in, in any case and with white space`() async throws {
        let service = UserIDAuthentication(users: People(person: alice))
        for typed in ["alice", " Alice\u{3000}", alice.id.description, alice.id.description.uppercased()] {
            #expect(try await service.signIn(with: typed) == UserSession(user: alice))
        }
    }

    @Test func `each mistake has its own error`() async throws {
        let service = UserIDAuthentication(users: People(person: alice))
        await #expect(throws: AuthenticationError.empty) { try await service.signIn(with: " \n") }
        for typed in ["bob", UserID.random().description] {
            await #expect(throws: AuthenticationError.unknownUser) { try await service.signIn(with: typed) }
        }
        for typed in ["a b!", "ab", "\(UserID.random())0"] {
            await #expect(throws: AuthenticationError.malformedUserID) { try await service.signIn(with: typed) }
        }
    }

    @Test func `a missing network and a failing backend are told apart`() async throws {
        for reason in [ChatError.Reason.unavailable("down"), .timedOut] {
            let error = ChatError(reason, during: "user")
            await #expect(throws: AuthenticationError.unreachable(error)) {
                try await UserIDAuthentication(users: People(reason: reason)).signIn(with: "alice")
            }
        }
        for reason in [ChatError.Reason.serverFault("500"), .unexpectedAnswer("?")] {
            let error = ChatError(reason, during: "user")
            await #expect(throws: AuthenticationError.backend(error)) {
                try await UserIDAuthentication(users: People(reason: reason)).signIn(with: "alice")
            }
        }
    }

    @Test func `a session lasts until its user is deleted, and an outage says nothing`() async throws {
        let session = UserSession(user: alice)
        let renamed = User(
            id: alice.id, alias: "alice", name: "Alice B.", avatarURL: nil, createdAt: alice.createdAt)
        #expect(
            try await UserIDAuthentication(users: People(person: renamed)).check(session)
                == UserSession(user: renamed))
        #expect(try await UserIDAuthentication(users: People()).check(session) == nil)
        await #expect(throws: AuthenticationError.self) {
            try await UserIDAuthentication(users: People(reason: .timedOut)).check(session)
        }
    }

    @Test func `registering gives a session, or says why not`() async throws {
        let new = NewUser(
            alias: try #require(Alias("alice")), name: try #require(DisplayName("Alice")), avatarURL: nil)
        #expect(try await UserRegistration(People(person: alice)).register(new).user == alice)
        let errors: [(ChatError.Reason, RegistrationError)] = [
            (.aliasTaken, .aliasTaken), (.invalid("?"), .refused), (.forbidden, .closed), (.notFound, .closed),
            (.timedOut, .backend(ChatError(.timedOut, during: "register"))),
        ]
        for (reason, error) in errors {
            await #expect(throws: error) { try await UserRegistration(People(reason: reason)).register(new) }
        }
    }
}
