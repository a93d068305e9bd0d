import Chat
import ChatBackend
import ChatREST
import ChatStore
import HTTP
import HTTPClient
import HTTPServer
import Logging
import Replay
import RepositoryBehaviour
import SQLite
import Synchronization
import Testing

@testable import Passwords

/// Signs callers in automatically and keeps their cookies, as a gateway does.
private final class SignedInEverybody: CallerCredentials {
    private let passwords: PasswordStore
    private let users: any UserRepository
    private let authority: RESTPasswordAuthority
    private let password = Password("correct horse")!
    private let credentials = Mutex<[UserID: BackendCredential]>([:])
    private let refused = Atomic(0)

    var refusals: Int { refused.load(ordering: .relaxed) }

    init(_ passwords: PasswordStore, _ users: any UserRepository, _ authority: RESTPasswordAuthority) {
        self.passwords = passwords
        self.users = users
        self.authority = authority
    }

    func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        if let known = credentials.withLock({ $0[user] }) { return known.headers }
        do {
            let person = try await users.user(user)
            try await passwords.set(password, for: [person])
            let name = try #require(Username(person.alias))
            let session = try await authority.signIn(name, password, from: nil)
            #expect(session.user == person)
            credentials.withLock { $0[user] = session.credential }
            return session.credential.headers
        } catch {
            throw ChatError(.unauthenticated, during: "headers")
        }
    }

    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {
        Issue.record("nothing was renewed")
    }
    func refused(_ headers: HeaderFields, for user: UserID) async {
        credentials.withLock { $0[user] = nil }
        refused.add(1, ordering: .relaxed)
    }
}

@Suite("The repositories over REST in session access, the embedded backend and a store")
struct SessionBehaviourTests {
    private let clock = ManualClock()
    private let store: ChatStore
    private let passwords: PasswordStore
    private let backend: ChatBackend

    init() throws {
        store = try ChatStore(.memory, clock: clock.clock)
        passwords = try PasswordStore(
            .memory, users: store, clock: clock.clock, parameters: Argon2id(memory: 64 * 1_024, passes: 1))
        backend = ChatBackend(repositories: store.repositories, passwords: passwords)
    }

    private func authority(_ transport: any Transport, _ baseURL: BaseURL) -> RESTPasswordAuthority {
        RESTPasswordAuthority(transport: transport, baseURL: baseURL, clock: clock.clock)
    }

    private func repositories(_ transport: any Transport, _ baseURL: BaseURL) -> Repositories {
        RESTRepositories(
            transport: transport, baseURL: baseURL, access: .session,
            credentials: SignedInEverybody(passwords, store, authority(transport, baseURL))
        ).repositories
    }

    /// The backend's handler, with the host that a server would set.
    private var transport: HandlerTransport {
        HandlerTransport { [backend] request in
            var request = request
            request.headers[.host] = "backend.test"
            return await backend.respond(to: request)
        }
    }

    @Test("they behave as repositories do", arguments: RepositoryBehaviour.all)
    func chainBehaves(_ behaviour: RepositoryBehaviour) async throws {
        try await behaviour.verify(repositories(transport, HandlerTransport.baseURL), clock, callers: .proven)
    }

    /// Runs `body` with the backend behind a real socket.
    private func withServer(_ body: (any Transport, BaseURL) async throws -> Void) async throws {
        let server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent
        ) { [backend] in await backend.respond(to: $0) }
        let client = CurlClient()
        do {
            try await body(client, try #require(BaseURL("http://\(server.address)")))
        } catch {
            client.shutdown()
            await server.stop()
            throw error
        }
        client.shutdown()
        await server.stop()
    }

    @Test("they do so over a real socket, too", arguments: RepositoryBehaviour.all)
    func socketBehaves(_ behaviour: RepositoryBehaviour) async throws {
        try await withServer { transport, baseURL in
            try await behaviour.verify(repositories(transport, baseURL), clock, callers: .proven)
        }
    }

    @Test("over a real socket, changing the password ends all sessions and starts one")
    func changeOverSocket() async throws {
        try await withServer { transport, baseURL in
            let authority = authority(transport, baseURL)
            let name = try #require(Username("new_user"))
            let password = try #require(Password("correct horse"))
            let account = NewAccount(
                username: name, email: try #require(EmailAddress("new@example.com")), password: password,
                name: try #require(DisplayName("New")))
            let first = try await authority.signUp(account, from: nil)
            let second = try await authority.signIn(name, password, from: nil)
            let newer = try #require(Password("another horse"))
            let unproven = await #expect(throws: PasswordError.self) {
                _ = try await authority.change(newer, to: password, first.credential, from: nil)
            }
            #expect(unproven == PasswordError(.wrongCredentials, during: .change))
            let changed = try await authority.change(password, to: newer, first.credential, from: nil)
            #expect(changed.user == first.user && changed.credential != first.credential)
            for former in [first, second] { #expect(try await authority.check(former.credential) == nil) }
            let late = await #expect(throws: PasswordError.self) {
                _ = try await authority.change(newer, to: password, first.credential, from: nil)
            }
            #expect(late == PasswordError(.forbidden, during: .change))
            let fourth = try await authority.change(newer, to: password, changed.credential, from: nil)
            #expect(try await authority.check(fourth.credential)?.user == first.user)
        }
    }

    @Test("over a real socket, signing up, in and out work and report errors")
    func passwordsOverSocket() async throws {
        try await withServer { transport, baseURL in
            let authority = authority(transport, baseURL)
            let name = try #require(Username("New_User"))
            let password = try #require(Password("correct horse 縁側"))
            func account(_ name: Username, _ email: String, _ password: Password) throws -> NewAccount {
                NewAccount(
                    username: name, email: try #require(EmailAddress(email)), password: password,
                    name: try #require(DisplayName("縁側 \"New\" User")))
            }
            let first = try await authority.signUp(account(name, "new@example.com", password), from: "192.0.2.1")
            #expect(first.user?.alias == "new_user")
            #expect(first.name == DisplayName("縁側 \"New\" User"))
            #expect(first.email == EmailAddress("new@example.com"))
            #expect(first.expiresAt == clock.now.adding(.seconds(7 * 24 * 3_600)))
            let second = try await authority.signIn(name, password, from: nil)
            #expect(second.user == first.user)
            #expect(try await authority.check(first.credential)?.user == first.user)
            try await authority.signOut(first.credential)
            #expect(try await authority.check(first.credential) == nil)
            #expect(try await authority.check(second.credential)?.expiresAt == second.expiresAt)

            func refusal(_ body: () async throws -> BackendSession) async -> PasswordError.Reason? {
                await #expect(throws: PasswordError.self) { _ = try await body() }?.reason
            }
            let (other, wrong) = (try #require(Username("other")), try #require(Password("wrong horse")))
            #expect(await refusal { try await authority.signIn(name, wrong, from: nil) } == .wrongCredentials)
            #expect(await refusal { try await authority.signIn(other, password, from: nil) } == .wrongCredentials)
            let odd = try #require(Username("縁側縁側"))
            #expect(await refusal { try await authority.signIn(odd, password, from: nil) } == .malformedName)
            let taken = try account(name, "other@example.com", password)
            #expect(await refusal { try await authority.signUp(taken, from: nil) } == .nameTaken)
            let used = try account(other, "new@example.com", password)
            #expect(await refusal { try await authority.signUp(used, from: nil) } == .emailTaken)
            let short = try account(other, "other@example.com", try #require(Password("short")))
            #expect(await refusal { try await authority.signUp(short, from: nil) } == .passwordTooShort)
            let weak = try account(other, "other@example.com", try #require(Password("aaaaaaaaa")))
            #expect(await refusal { try await authority.signUp(weak, from: nil) } == .weakPassword)
        }
    }

    @Test("a request of an ended session is retried with the new one")
    func ended() async throws {
        let wallet = SignedInEverybody(passwords, store, authority(transport, HandlerTransport.baseURL))
        let chat = Repositories.overREST(transport, as: wallet)
        let alice = try await chat.users.register(
            NewUser(alias: try #require(Alias("alice")), name: try #require(DisplayName("Alice")), avatarURL: nil))
        #expect(try await chat.conversations.conversations(of: alice.id).isEmpty)
        #expect(wallet.refusals == 0)
        try await passwords.set(try #require(Password("another horse")), for: [alice])
        #expect(try await chat.conversations.conversations(of: alice.id).isEmpty)
        #expect(wallet.refusals == 1)
    }

    /// A session manager for a new account, and the repositories of the person who is signed in there.
    private func registered(
        at transport: any Transport, _ baseURL: BaseURL
    ) async throws -> (SessionManager<PasswordAuthentication>, InMemorySessionStorage, Repositories, User) {
        let service = PasswordAuthentication(authority(transport, baseURL), makingUsersIn: store)
        let storage = InMemorySessionStorage()
        let manager = SessionManager(service, storage: storage)
        let account = NewAccount(
            username: try #require(Username("new_user")), email: try #require(EmailAddress("new@example.com")),
            password: try #require(Password("correct horse")), name: try #require(DisplayName("New")))
        let session = try await service.register(account)
        try await manager.adopt(session)
        let rest = RESTRepositories(transport: transport, baseURL: baseURL, access: .session, credentials: manager)
        return (manager, storage, rest.repositories, session.user)
    }

    @Test("over a real socket, a session manager's session serves requests until the backend ends it")
    func managedSession() async throws {
        try await withServer { transport, baseURL in
            let (manager, storage, chat, user) = try await registered(at: transport, baseURL)
            #expect(try await chat.conversations.conversations(of: user.id).isEmpty)
            let error = await #expect(throws: ChatError.self) {
                try await chat.conversations.conversations(of: .random())
            }
            #expect(error?.reason == .unauthenticated)

            let restarted = SessionManager(PasswordAuthentication(authority(transport, baseURL)), storage: storage)
            #expect(try await restarted.restore() == user)
            let newer = try #require(Password("another horse"))
            try await restarted.changePassword(try #require(Password("correct horse")), to: newer)
            #expect(await storage.load()?.credential == restarted.session(of: user.id)?.credential)

            // The change has ended the session of the first manager, who learns of it from a request.
            await #expect(throws: ChatError.self) { try await chat.conversations.conversations(of: user.id) }
            #expect(await manager.state == .expired(user))
            await #expect(throws: AuthenticationError.wrongCredentials) {
                try await manager.signIn(with: PasswordCredentials("new_user", "correct horse"))
            }
            #expect(try await manager.signIn(with: PasswordCredentials("new_user", "another horse")) == user)
            #expect(try await chat.conversations.conversations(of: user.id).isEmpty)
        }
    }

    @Test("a saved session that was ended elsewhere has expired")
    func savedSession() async throws {
        let (manager, storage, _, user) = try await registered(at: transport, HandlerTransport.baseURL)
        let session = try #require(await manager.session(of: user.id))
        try await manager.signOut()
        await storage.save(session)
        let restarted = SessionManager(
            PasswordAuthentication(authority(transport, HandlerTransport.baseURL)), storage: storage)
        await #expect(throws: AuthenticationError.sessionExpired) { try await restarted.restore() }
        #expect(await storage.load() == nil)
    }
}
