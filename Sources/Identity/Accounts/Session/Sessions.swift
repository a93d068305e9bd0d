public import Chat
import Concurrency
import OpenID
import Records
import Synchronization

/// The sessions of this site, in a database, so that they survive a restart.
public final class Sessions: Sendable {
    let database: RecordDatabase
    /// Whether other processes use the database as this one does.
    let isShared: Bool
    let clock: Clock
    let vault: Vault
    let limits: SessionLimits
    private let remembered: Mutex<RememberedSessions>
    let lookUps: SessionLookUps

    /// - Parameter vault: seals the credentials of sessions.
    public init(
        _ accounts: AccountsDatabase, vault: Vault, clock: Clock = .system, limits: SessionLimits = SessionLimits()
    ) {
        database = accounts.database
        isShared = accounts.isShared
        self.vault = vault
        self.clock = clock
        self.limits = limits
        remembered = Mutex(RememberedSessions(limits, isShared: accounts.isShared))
        lookUps = SessionLookUps(accounts.database, isShared: accounts.isShared, clock)
    }

    /// Starts a session for a proven person, always with a new token (OWASP ASVS 5.0 V7.2.4).
    ///
    /// - Throws: `UserDisabled`; `SQLiteError`.
    public func begin(
        for user: User, _ proof: Proof? = nil, _ new: NewSession = NewSession()
    ) async throws -> SessionToken {
        try await insert(user, proof ?? Proof(.user(user), by: .userID), new)
    }

    /// Starts a session for a proven identity without a user, for setting up a profile.
    ///
    /// - Parameter proof: with an identity.
    public func beginSetUp(_ proof: Proof, _ new: NewSession = NewSession()) async throws -> SessionToken {
        precondition(proof.identity != nil, "profile set-up needs an identity")
        return try await insert(nil, proof, new)
    }

    /// What `token` gives access to.
    ///
    /// While a database that processes share does not answer, a session that was read lately goes on.
    public func admission(of token: SessionToken) async throws -> Admission {
        let now = clock.now()
        let (known, changes) = remembered.withLock { remembered in
            let known = remembered.recent(token, now)
            return (known ?? remembered.knownInOutage(token, now).map { .authenticated($0) }, remembered.changes)
        }
        if let known { return known }
        let admission: Admission
        do { admission = try await lookUp(token, now) } catch let outage as StoreOutage {
            guard let session = remembered.withLock({ $0.noteOutage(token, now) }) else { throw outage }
            return .authenticated(session)
        }
        remembered.withLock { remembered in
            if remembered.changes == changes { remembered.keep(admission, of: token, now) }
        }
        return admission
    }

    /// What `token` gives access to, if that has been read within the time for which it is cached.
    public func recent(_ token: SessionToken) -> Admission? {
        let now = clock.now()
        return remembered.withLock { $0.recent(token, now) }
    }

    /// The session of `token`; `nil` if there is none or it has ended.
    public func session(of token: SessionToken) async throws -> Session? { try await admission(of: token).session }

    /// What the profile at the sign-in service says of the session's person; `nil` if it says nothing.
    public func introduction(of session: Session) async throws -> String? {
        let now = clock.now()
        guard let row = try await database.session(id: session.id, now: now) else { return nil }
        return try SessionSecrets(of: row, in: vault).introduction
    }

    /// Checks that the database can be read and written to.
    public func check() async throws {
        try await database.check()
        try await database.checkWriting()
    }

    /// How many look-ups are cached.
    var cached: Int { remembered.withLock { $0.count } }

    /// How many sessions are kept for an outage of the database.
    var knownForOutage: Int { remembered.withLock { $0.knownCount } }

    /// The number of changes.
    var changes: Int { remembered.withLock { $0.changes } }

    /// What a person has chosen for all devices was changed here: their sessions are to be read again.
    public func notePreferences() { forget() }

    /// Invalidates the cache after a change.
    /// - Parameter ended: the ids of sessions that have ended, or go on with another token.
    func forget(ended: some Sequence<String> = EmptyCollection<String>()) {
        remembered.withLock { $0.forget(ended) }
    }

    private func insert(_ user: User?, _ proof: Proof, _ new: NewSession) async throws -> SessionToken {
        let (token, now) = (SessionToken.random(), clock.now())
        let end =
            if let step = new.pending {
                limits.end(step, begun: now)
            } else if user == nil {
                now.adding(limits.setUp)
            } else {
                limits.end(isPersistent: new.isPersistent, begun: now, used: now, by: new.endsBy)
            }
        let secrets = SessionSecrets(
            credential: proof.credential, profile: user == nil ? proof.profile : nil, memo: new.memo,
            provesSecondFactor: user == nil && proof.provesSecondFactor,
            introduction: user == nil ? nil : proof.profile.introduction
        ).sealed(in: vault, for: token.hash)
        // A person may have proven their identity to the provider earlier.
        let provenAt = new.isProven ? min(now, proof.authenticatedAt ?? now) : Timestamp(milliseconds: 0)
        let notices = SessionNotices(new.notice, at: now)
        try await database.transaction { transaction in
            if let user, try await transaction.isDisabled(user.id) { throw UserDisabled(user: user.id) }
            try await transaction.run(
                """
                INSERT INTO session (token_hash, user_id, name, alias, method, issuer, subject, provider_session,
                    is_persistent, device, address, signed_in_at, proven_at, last_used_at, ends_at, sealed,
                    pending, notices, ends_by)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
                """, token.hash, user?.id.description, user?.name ?? "", user?.alias ?? "", proof.method.description,
                proof.identity?.issuer, proof.identity?.subject, proof.providerSession, new.isPersistent, new.device,
                new.address, now.milliseconds, provenAt.milliseconds, now.milliseconds, end.milliseconds, secrets,
                new.pending?.rawValue, notices.text, new.endsBy?.milliseconds)
            try await transaction.run("DELETE FROM session WHERE ends_at <= $1", now.milliseconds)
        }
        return token
    }

    private func lookUp(_ token: SessionToken, _ now: Timestamp) async throws -> Admission {
        guard let (row, preferences) = try await lookUps.find(token) else {
            return .unauthenticated
        }
        if row.user == nil { return try setUp(row) }
        if let step = row.pending { return pending(row, step) }
        guard var session = Session(row) else { return .unauthenticated }
        session.preferences = preferences
        if now >= session.lastUsedAt.adding(limits.lastUseGranularity) { noteUse(of: session, token, now) }
        return .authenticated(session)
    }

    /// Queues the write of the last use and the new end. Nobody waits for it: if it fails, a later look-up tries again.
    private func noteUse(of session: Session, _ token: SessionToken, _ now: Timestamp) {
        let end = limits.end(isPersistent: session.isPersistent, begun: session.signedInAt, used: now)
        Task.immediate { [database] in
            try? await database.transaction { transaction in
                try await transaction.run(
                    """
                    UPDATE session SET last_used_at = $1, ends_at = CASE WHEN ends_by < $2 THEN ends_by ELSE $2 END
                    WHERE token_hash = $3
                    """,
                    now.milliseconds, end.milliseconds, token.hash)
            }
        }
    }

    private func pending(_ row: SessionRow, _ step: PendingFactor.Step) -> Admission {
        guard let user = row.user, let method = row.method else { return .unauthenticated }
        return .secondFactor(
            PendingFactor(id: row.id, user: user, name: row.name, alias: row.alias, method: method, step: step))
    }

    private func setUp(_ row: SessionRow) throws -> Admission {
        guard let identity = row.identity, let method = row.method else { return .unauthenticated }
        return .profileSetUp(
            ProfileSetUp(
                id: row.id, method: method, identity: identity,
                profile: try SessionSecrets(of: row, in: vault).profile ?? .init(), startedAt: row.signedInAt,
                isPersistent: row.isPersistent))
    }
}

/// The account is disabled.
public struct UserDisabled: Error, Sendable, Equatable {
    public let user: UserID
}
