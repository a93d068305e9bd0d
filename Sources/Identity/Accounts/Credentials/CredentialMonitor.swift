public import Chat
public import OpenID
import Synchronization

/// Refreshes the credentials of sessions shortly before they expire, once for concurrent callers, and finds out which
/// sessions have ended at the service.
///
/// It does not end sessions itself: the caller does.
public final class CredentialMonitor: Sendable {
    /// The state of a session.
    public enum Verdict: Sendable, Equatable {
        case good
        /// The service refused; the person must sign in again.
        case over(ProviderError)
    }

    /// When a session is due.
    private struct Due {
        /// When the credential must be refreshed.
        var renewal: Timestamp
        var check: Timestamp

        func isDue(_ now: Timestamp) -> Bool { renewal <= now || check <= now }
    }

    public let limits: CredentialMonitorLimits
    private let sessions: Sessions
    private let credentialProviders: [SignInMethodID: any CredentialProvider]
    private let consents: [SignInMethodID: any CredentialProvider]
    private let clock: Clock
    private let refresher: Refresher<String, Sessions.Holder>
    let revocations: Revocations
    private let due = Mutex<[String: Due]>([:])
    /// The sign-in methods whose sessions are being checked.
    private let underWay = Mutex<Set<SignInMethodID>>([])

    /// - Parameters:
    ///   - credentialProviders: the credential providers by sign-in method.
    ///   - consents: those that withdraw consents, by sign-in method.
    public init(
        _ sessions: Sessions, credentialProviders: [SignInMethodID: any CredentialProvider],
        consents: [SignInMethodID: any CredentialProvider] = [:], clock: Clock = .system,
        limits: CredentialMonitorLimits = CredentialMonitorLimits(), revocation: RevocationLimits = RevocationLimits()
    ) {
        self.sessions = sessions
        self.credentialProviders = credentialProviders
        self.consents = consents
        self.clock = clock
        self.limits = limits
        refresher = Refresher(clock: clock)
        revocations = Revocations(
            database: sessions.database, vault: sessions.vault, clock: clock, limits: revocation)
    }

    /// Whether there are credentials to monitor; else no periodic check is needed.
    public var isNeeded: Bool { !credentialProviders.isEmpty }

    public func provider(of method: SignInMethodID) -> (any CredentialProvider)? { credentialProviders[method] }

    /// The provider that revokes a credential or consent; `nil` if there is none.
    func provider(for pending: Revocations.Pending) -> (any CredentialProvider)? {
        guard pending.withdrawnBy == nil else { return consents[pending.method] }
        return credentialProviders[pending.method].flatMap { $0.revokesAtSignOut ? $0 : nil }
    }

    /// The state of `session`, whose credential is refreshed if it expires soon. Usually needs no request.
    public func verdict(on session: Session) async -> Verdict {
        guard let provider = credentialProviders[session.method] else { return .good }
        if let due = due.withLock({ $0[session.id] }), clock.now() < due.renewal { return .good }
        return await settled(session, provider) { try await refresher.value(of: session.id, $0) }
    }

    /// The state of `session` after asking the service whether it has ended.
    public func check(_ session: Session) async -> Verdict {
        guard let provider = credentialProviders[session.method] else { return .good }
        note(session.id) { $0.check = $1.adding(limits.check) }
        do {
            guard let holder = try await sessions.holder(id: session.id) else {
                note(session.id) { $0.renewal = $1.adding(limits.check) }
                return .good
            }
            switch try await provider.status(of: holder) {
            case .good: return await verdict(on: session)
            case .doubtful: return await settled(session, provider) { try await refresher.renewal(of: session.id, $0) }
            case .over:
                return .over(
                    ProviderError(.sessionEnded(code: "gone"), during: .userInfo, at: session.method.provider))
            }
        } catch {
            if let error = error as? ProviderError, error.endsSession { return .over(error) }
            // The service gave no answer: a valid credential is used until it expires.
            return await verdict(on: session)
        }
    }

    /// The sessions in use that are due for `check` or `verdict`.
    ///
    /// - Parameter streams: the ids of sessions with open streams.
    func dueSessions(streams: [String]) async throws -> [Session] {
        let now = clock.now()
        let unknown = due.withLock { due in
            due = due.filter { now < max($0.value.check, $0.value.renewal) }
            return streams.filter { due[$0]?.isDue(now) ?? true }
        }
        var sessions = try await sessions.inUse(ids: unknown, since: now.adding(.zero - limits.use))
        sessions.removeAll { credentialProviders[$0.method] == nil }
        return due.withLock { due in sessions.filter { due[$0.id]?.isDue(now) ?? true } }
    }

    /// Checks the sessions in use that are due. Services are independent, so that a slow one delays no other. Skips a
    /// service whose last round is not finished.
    ///
    /// - Parameters:
    ///   - streams: the ids of sessions with open streams.
    ///   - look: called for each session; concurrently for up to `CredentialMonitorLimits.atOnce` of one service.
    public func checkDueSessions(streams: [String], _ look: @escaping @Sendable (Session) async -> Void) async throws {
        let due = Dictionary(grouping: try await dueSessions(streams: streams), by: \.method)
        let begun = underWay.withLock { underWay in
            let begun = due.filter { !underWay.contains($0.key) }
            underWay.formUnion(begun.keys)
            return begun
        }
        await withDiscardingTaskGroup { group in
            for (method, sessions) in begun {
                group.addTask {
                    await self.look(at: sessions, look)
                    _ = self.underWay.withLock { $0.remove(method) }
                }
            }
        }
    }

    private func look(at sessions: [Session], _ look: @escaping @Sendable (Session) async -> Void) async {
        await withTaskGroup { group in
            var waiting = sessions[...]
            for session in waiting.prefix(limits.atOnce) { group.addTask { await look(session) } }
            waiting = waiting.dropFirst(limits.atOnce)
            while await group.next() != nil {
                if let session = waiting.popFirst() { group.addTask { await look(session) } }
            }
        }
    }

    /// Removes the schedule of an ended session.
    public func forget(_ session: String) { due.withLock { $0[session] = nil } }

    private func settled(
        _ session: Session, _ provider: any CredentialProvider,
        _ renew: (Refresher<String, Sessions.Holder>.Source) async throws -> Sessions.Holder
    ) async -> Verdict {
        do {
            noteRenewal(try await renew(source(session, provider)), provider)
        } catch {
            if let error = error as? ProviderError {
                var isOver = error.endsSession
                if !isOver { isOver = await isGraceOver(session, provider) }
                if isOver { return .over(error) }
            }
            note(session.id) { $0.renewal = $1.adding(limits.retry) }
        }
        return .good
    }

    private func isGraceOver(_ session: Session, _ provider: any CredentialProvider) async -> Bool {
        guard let holder = try? await sessions.holder(id: session.id), let end = provider.expiry(of: holder.credential)
        else {
            return false
        }
        return end.adding(limits.grace) <= clock.now()
    }

    private func source(
        _ session: Session, _ provider: any CredentialProvider
    ) -> Refresher<String, Sessions.Holder>.Source {
        let sessions = sessions
        return Refresher.Source(
            read: {
                guard let holder = try await sessions.holder(id: session.id) else { throw NothingKept() }
                return holder
            },
            expiry: { provider.expiry(of: $0.credential) ?? .distantFuture },
            renew: { holder in
                let credential = try await provider.renew(holder)
                guard try await sessions.replace(credential, of: holder) else {
                    // The session ended meanwhile: revoke the new credential.
                    try await sessions.queueRevocation(of: credential, by: session.method)
                    throw NothingKept()
                }
                return holder.with(credential)
            },
            isTransient: { !(($0 as? ProviderError)?.endsSession ?? false) })
    }

    private func noteRenewal(_ holder: Sessions.Holder, _ provider: any CredentialProvider) {
        let end = provider.expiry(of: holder.credential) ?? .distantFuture
        note(holder.session.id) { due, now in
            // If it could not be refreshed, or if the new one expires soon, too.
            let soon = min(limits.retry, .milliseconds(max(1_000, end.milliseconds(since: now) / 2)))
            due.renewal = max(end.adding(.zero - Refresher<String, Sessions.Holder>.margin), now.adding(soon))
        }
    }

    private func note(_ session: String, _ change: (inout Due, Timestamp) -> Void) {
        let now = clock.now()
        due.withLock { due in
            if due.count >= limits.remembered { due = [:] }
            change(&due[session, default: Due(renewal: now, check: now.adding(limits.check))], now)
        }
    }
}

/// The session holds no credential or has ended.
private struct NothingKept: Error {}

extension ProviderError {
    /// Whether the service refused: the session has ended, the user was deleted, or it returned another person's
    /// tokens.
    var endsSession: Bool {
        switch reason {
        case .sessionEnded, .userNotFound, .claim(name: "sub", .mismatch): true
        default: false
        }
    }
}

extension Timestamp {
    /// The year 9999, later than any expiry.
    fileprivate static var distantFuture: Timestamp { Timestamp(milliseconds: 253_402_300_799_000) }
}
