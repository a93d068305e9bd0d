import Chat
import Testing

/// Signs in anybody under the name that they type, and says of each session what the test set.
private actor Service: AuthenticationService {
    enum Answer: Sendable {
        case good(UserSession)
        case over
        case silence
    }

    private var answer = Answer.silence
    private(set) var signedOut: [UserSession] = []
    private var count = 0

    func answer(_ answer: Answer) { self.answer = answer }

    func signIn(with name: String) async throws(AuthenticationError) -> UserSession {
        guard !name.isEmpty else { throw .empty }
        count += 1
        return UserSession(user: .named(name), credential: BackendCredential("\(name) \(count)"))
    }

    func check(_ session: UserSession) async throws(AuthenticationError) -> UserSession? {
        switch answer {
        case .good(let session): return session
        case .over: return nil
        case .silence: throw .unreachable(ChatError(.timedOut, during: "check"))
        }
    }

    func signOut(_ session: UserSession) async throws(AuthenticationError) { signedOut.append(session) }
}

/// Fails to write.
private struct FullStorage: SessionStorage {
    struct Full: Error {}

    func load() async throws -> UserSession? { nil }
    func save(_ session: UserSession) async throws { throw Full() }
    func clear() async throws { throw Full() }
}

extension User {
    fileprivate static func named(_ name: String) -> User {
        User(
            id: UserID("550e8400-e29b-41d4-a716-446655440001")!, alias: name, name: name, avatarURL: nil,
            createdAt: Timestamp(milliseconds: 0))
    }
}

@Suite struct SessionManagerTests {
    private let service = Service()
    private let storage = InMemorySessionStorage()
    private let manager: SessionManager<Service>

    init() { manager = SessionManager(service, storage: storage) }

    private func saved(_ name: String = "alice") async -> UserSession {
        let session = UserSession(user: .named(name), credential: BackendCredential("saved"))
        await storage.save(session)
        return session
    }

    @Test func `who signs in is the current user, and is saved`() async throws {
        #expect(await manager.currentUserID == nil)
        let alice = try await manager.signIn(with: "alice")
        #expect(await manager.currentUserID == alice.id)
        #expect(await manager.state == .signedIn(alice))
        #expect(await storage.load()?.user == alice)
    }

    @Test func `a mistake in signing in changes nothing`() async throws {
        let alice = try await manager.signIn(with: "alice")
        await #expect(throws: AuthenticationError.empty) { try await manager.signIn(with: "") }
        #expect(await manager.state == .signedIn(alice))
    }

    @Test func `signing in again ends the session before`() async throws {
        try await manager.signIn(with: "alice")
        let first = try #require(await storage.load())
        try await manager.signIn(with: "bob")
        #expect(await service.signedOut == [first])
        #expect(await storage.load()?.user == .named("bob"))
    }

    @Test func `a session that can't be saved ends, and nobody is signed in`() async throws {
        let manager = SessionManager(service, storage: FullStorage())
        let error = await #expect(throws: AuthenticationError.self) { try await manager.signIn(with: "alice") }
        guard case .storage = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await manager.state == .signedOut)
        #expect(await service.signedOut.map(\.user) == [.named("alice")])
    }

    @Test func `signing out removes the session here and at the backend`() async throws {
        try await manager.signIn(with: "alice")
        let session = try #require(await storage.load())
        try await manager.signOut()
        #expect(await manager.state == .signedOut)
        #expect(await storage.load() == nil)
        #expect(await service.signedOut == [session])
        try await manager.signOut()
        #expect(await service.signedOut.count == 1)
    }

    @Test func `a saved session continues, with what the backend says of it`() async throws {
        _ = await saved()
        let renewed = UserSession(user: .named("alice.b"), credential: BackendCredential("renewed"))
        await service.answer(.good(renewed))
        #expect(try await manager.restore() == renewed.user)
        #expect(await manager.session(of: renewed.user.id) == renewed)
        #expect(await storage.load() == renewed)
    }

    @Test func `a saved session continues without an answer`() async throws {
        let session = await saved()
        #expect(try await manager.restore() == session.user)
        #expect(await storage.load() == session)
    }

    @Test func `a saved session that has ended is told, and removed`() async throws {
        let session = await saved()
        await service.answer(.over)
        await #expect(throws: AuthenticationError.sessionExpired) { try await manager.restore() }
        #expect(await manager.state == .expired(session.user))
        #expect(await storage.load() == nil)
    }

    @Test func `without a saved session nobody is signed in`() async throws {
        #expect(try await manager.restore() == nil)
        #expect(await manager.state == .signedOut)
    }

    @Test func `each change is told, and the state before it`() async throws {
        var states = await manager.states().makeAsyncIterator()
        #expect(await states.next() == .signedOut)
        let alice = try await manager.signIn(with: "alice")
        #expect(await states.next() == .signedIn(alice))
        let credential = try #require(await manager.session(of: alice.id)?.credential)
        await manager.expire(credential)
        #expect(await states.next() == .expired(alice))
        #expect(await storage.load() == nil)
    }

    @Test func `only the present credential is renewed or expires`() async throws {
        let alice = try await manager.signIn(with: "alice")
        let (other, renewed) = (BackendCredential("other"), BackendCredential("renewed"))
        await manager.expire(other)
        await manager.renew(other, to: renewed)
        let credential = try #require(await manager.session(of: alice.id)?.credential)
        #expect(credential != renewed)
        await manager.renew(credential, to: renewed)
        #expect(await storage.load()?.credential == renewed)
        await manager.expire(credential)
        #expect(await manager.state == .signedIn(alice))
        #expect(await manager.session(of: .random()) == nil)
    }
}
