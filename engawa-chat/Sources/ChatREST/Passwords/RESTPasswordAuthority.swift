public import Chat
public import HTTP

/// Password authentication by a chat backend in session access.
///
/// The authority's users have other ids than the chat's. A person's user in the chat is the one whose alias equals the
/// username in lower case. It is accepted only if the backend lets the session read that user's conversations, so that
/// signing up with someone's alias as username gains nothing.
public struct RESTPasswordAuthority: PasswordAuthority {
    private let service: BetterAuth
    private let backend: BackendClient
    private let clock: Clock

    /// - Parameters:
    ///   - transport: sends the requests, with limits on their time and the size of responses.
    ///   - baseURL: the root of the backend's routes.
    ///   - origin: the origin that the backend expects; by default that of `baseURL`.
    public init(transport: any Transport, baseURL: BaseURL, origin: Origin? = nil, clock: Clock = .system) {
        backend = BackendClient(
            transport: transport, baseURL: baseURL, access: .session, credentials: NoCredentials())
        service = BetterAuth(client: backend, origin: origin ?? baseURL.origin)
        self.clock = clock
    }

    /// No: Better Auth creates no user in the chat, a user created with `POST /users` belongs to no account, and whether an
    /// operator will join the two can't be known before.
    public var joinsNewAccounts: Bool { false }

    public func signIn(_ username: Username, _ password: Password, from address: String?)
        async throws(PasswordError) -> BackendSession
    {
        let grant = try await service.signIn(username, password, from: address)
        return try await session(grant, during: .signIn)
    }

    public func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> BackendSession {
        let grant = try await service.signUp(account, from: address)
        guard grant.credential == nil else { return try await session(grant, during: .signUp) }
        // No session was started, perhaps because the address must be verified first; signing in throws the reason.
        return try await signIn(account.username, account.password, from: address)
    }

    public func check(_ credential: BackendCredential) async throws(PasswordError) -> BackendSession? {
        guard let (found, renewed) = try await service.session(credential) else { return nil }
        return try await session(
            found.user, renewed, expiresAt: found.expiresAt, during: .check)
    }

    public func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> BackendSession
    {
        // Asked before: the response to a change names no username, and nothing may fail once the password is another.
        guard let before = try await check(credential) else { throw PasswordError(.forbidden, during: .change) }
        let grant = try await service.change(current, to: new, before.credential, from: address)
        guard let renewed = grant.credential else { throw Self.nonsense("no session cookie", .change) }
        return BackendSession(
            username: before.username, name: before.name, email: before.email, user: before.user, credential: renewed,
            expiresAt: grant.lifetime.map { clock.now().adding($0) })
    }

    public func signOut(_ credential: BackendCredential) async throws(PasswordError) {
        try await service.signOut(credential)
    }

    private func session(_ grant: BetterAuth.Grant, during operation: PasswordError.Operation)
        async throws(PasswordError) -> BackendSession
    {
        guard let credential = grant.credential else { throw Self.nonsense("no session cookie", operation) }
        return try await session(
            grant.account, credential, expiresAt: grant.lifetime.map { clock.now().adding($0) }, during: operation)
    }

    private func session(
        _ account: WireAccount, _ credential: BackendCredential, expiresAt: Timestamp?,
        during operation: PasswordError.Operation
    ) async throws(PasswordError) -> BackendSession {
        guard let username = account.username.flatMap({ Username($0) }) else {
            throw Self.nonsense("no username", operation)
        }
        do throws(ChatError) {
            return BackendSession(
                username: username, name: account.name.flatMap { DisplayName($0) },
                email: account.email.flatMap { EmailAddress($0) },
                user: try await chatUser(username, credential), credential: credential, expiresAt: expiresAt)
        } catch {
            throw PasswordError(.backend(error), during: operation)
        }
    }

    private static func nonsense(_ words: String, _ operation: PasswordError.Operation) -> PasswordError {
        PasswordError(.backend(ChatError(.unexpectedAnswer(words), during: "\(operation)")), during: operation)
    }

    /// The user in the chat; `nil` if the session belongs to no user there.
    private func chatUser(_ username: Username, _ credential: BackendCredential) async throws(ChatError) -> User? {
        guard let alias = username.alias else { return nil }
        do throws(ChatError) {
            let user = try await RESTUsers(client: backend).user(alias: alias)
            let own = BackendClient(
                transport: backend.transport, baseURL: backend.baseURL, access: .session,
                credentials: SingleCredential(credential))
            let conversations = try await RESTConversations(client: own).conversations(of: user.id)
            return conversations.allSatisfy { $0.participants.contains { $0.user.id == user.id } } ? user : nil
        } catch {
            guard error.reason == .notFound || error.reason == .unauthenticated else { throw error }
            return nil
        }
    }
}

/// The same credential for every caller.
private struct SingleCredential: CallerCredentials {
    private let fields: HeaderFields

    init(_ credential: BackendCredential) { fields = credential.headers }

    func headers(for user: UserID) async throws(ChatError) -> HeaderFields { fields }
    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {}
    func refused(_ headers: HeaderFields, for user: UserID) async {}
}
