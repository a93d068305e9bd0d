internal import Concurrency

/// Whether somebody is signed in.
public enum SessionState: Hashable, Sendable {
    case signedOut
    case signedIn(User)
    /// The backend has ended the session of this user, who has to sign in again.
    case expired(User)
}

/// Keeps the session of the one person who uses an app: signs in, restores, renews and ends it.
///
/// `ChatREST` takes it as credentials of its requests. It then learns of each renewed cookie, and of each request that
/// was refused because the session has ended.
public actor SessionManager<Service: AuthenticationService>: CurrentUserProvider {
    private let service: Service
    private let storage: any SessionStorage
    private let writes = Turns<Bool>()
    private var session: UserSession?
    private var observers: [Int: AsyncStream<SessionState>.Continuation] = [:]
    private var observerCount = 0

    public private(set) var state = SessionState.signedOut

    public init(_ service: Service, storage: any SessionStorage = InMemorySessionStorage()) {
        self.service = service
        self.storage = storage
    }

    public var currentUserID: UserID? { session?.user.id }

    /// The state now and after each change, until the task that reads it is cancelled. Who reads slowly misses states
    /// between, never the last one.
    public func states() -> AsyncStream<SessionState> {
        let (states, continuation) = AsyncStream.makeStream(of: SessionState.self, bufferingPolicy: .bufferingNewest(1))
        observerCount += 1
        let number = observerCount
        observers[number] = continuation
        continuation.onTermination = { _ in Task { await self.forget(observer: number) } }
        continuation.yield(state)
        return states
    }

    /// Signs in. A session that was there before ends.
    ///
    /// - Throws: as the service; `.storage` if the new session can't be saved: nobody is signed in then.
    @discardableResult
    public func signIn(with credentials: Service.Credentials) async throws(AuthenticationError) -> User {
        let session = try await service.signIn(with: credentials)
        try await adopt(session)
        return session.user
    }

    /// Continues with a session that began elsewhere, as by registering. A session that was there before ends.
    ///
    /// - Throws: `.storage` if it can't be saved: nobody is signed in then.
    public func adopt(_ new: UserSession) async throws(AuthenticationError) {
        let old = session
        set(new, .signedIn(new.user))
        // The backend ends an unused session by itself, so failing to end it is harmless.
        if let old, old.credential != new.credential { try? await service.signOut(old) }
        do throws(AuthenticationError) {
            try await save()
        } catch {
            if session == new { set(nil, .signedOut) }
            try? await service.signOut(new)
            throw error
        }
    }

    /// Continues with the saved session, after asking the backend whether it has ended. Without an answer it continues
    /// all the same, so that an app can start without a network.
    ///
    /// - Returns: the user; `nil` if no session was saved.
    /// - Throws: `.sessionExpired` if it has ended; `.storage` if it can't be read.
    @discardableResult
    public func restore() async throws(AuthenticationError) -> User? {
        let saved: UserSession?
        do { saved = try await storage.load() } catch { throw .storage("\(error)") }
        guard let saved, session == nil else { return session?.user }
        let checked: UserSession?
        do throws(AuthenticationError) { checked = try await service.check(saved) } catch { checked = saved }
        // Somebody may have signed in meanwhile.
        guard session == nil else { return session?.user }
        guard let checked else {
            await lose(saved)
            throw .sessionExpired
        }
        set(checked, .signedIn(checked.user))
        if checked != saved { await update() }
        return checked.user
    }

    /// Ends the session, here in any case.
    ///
    /// - Throws: `.unreachable`, `.backend` if the backend does not know of it; `.storage` if the saved session can't be
    ///   removed.
    public func signOut() async throws(AuthenticationError) {
        guard let session else { return }
        set(nil, .signedOut)
        do throws(AuthenticationError) {
            try await save()
        } catch {
            try? await service.signOut(session)
            throw error
        }
        try await service.signOut(session)
    }

    private func forget(observer number: Int) { observers[number] = nil }

    private func set(_ session: UserSession?, _ state: SessionState) {
        self.session = session
        guard state != self.state else { return }
        self.state = state
        for observer in observers.values { observer.yield(state) }
    }

    private func lose(_ session: UserSession) async {
        set(nil, .expired(session.user))
        await update()
    }

    /// Writes the session that is there when its turn comes, so that the last write is that of the last change.
    private func save() async throws(AuthenticationError) {
        do {
            try await writes.run(true) {
                if let session { try await storage.save(session) } else { try await storage.clear() }
            }
        } catch {
            throw .storage("\(error)")
        }
    }

    /// The same where it matters little: a session that is not saved is asked for again after the next start, and one
    /// that has ended is refused again.
    private func update() async { try? await save() }
}

/// What the requests of the session tell.
extension SessionManager {
    /// The session, if it is that of `user`.
    public func session(of user: UserID) -> UserSession? { session?.user.id == user ? session : nil }

    /// The backend has replaced a credential.
    public func renew(_ old: BackendCredential, to new: BackendCredential) async {
        guard let session, session.credential == old, old != new else { return }
        set(UserSession(user: session.user, credential: new), state)
        await update()
    }

    /// The backend has refused a credential, or removed it.
    public func expire(_ credential: BackendCredential) async {
        if let session, session.credential == credential { await lose(session) }
    }
}

extension SessionManager where Service == PasswordAuthentication {
    /// Changes the password of the person who is signed in; their other sessions end.
    ///
    /// - Throws: as `PasswordAuthority.change`; `.forbidden` if nobody is signed in.
    public func changePassword(_ current: Password, to new: Password) async throws(PasswordError) {
        guard let session else { throw PasswordError(.forbidden, during: .change) }
        let changed = try await service.changePassword(current, to: new, in: session)
        guard self.session?.user.id == session.user.id else {
            // Somebody has signed out meanwhile.
            try? await service.signOut(changed)
            return
        }
        set(changed, state)
        await update()
    }
}
