public import Chat
public import OpenID
import Synchronization

/// Keeps what sessions hold good at the services behind them: renews it just before it runs out, once for all who wait,
/// and finds out which sessions are over there.
///
/// It ends no session itself: whoever asked does, with all that hangs on it.
public final class CredentialUpkeep: Sendable {
    /// What became of a session.
    public enum Verdict: Sendable, Equatable {
        case good
        /// The service refused, and sign-in is needed again.
        case over(ProviderError)
    }

    /// When a session is due.
    private struct Due {
        /// Before this, its credential is good without asking.
        var renewal: Timestamp
        var check: Timestamp

        func isDue(_ now: Timestamp) -> Bool { renewal <= now || check <= now }
    }

    public let limits: UpkeepLimits
    private let sessions: Sessions
    private let keepers: [SignInMethodID: any CredentialKeeper]
    private let consents: [SignInMethodID: any CredentialKeeper]
    private let clock: Clock
    private let refresher: Refresher<String, Sessions.Holder>
    let revocations: Revocations
    private let due = Mutex<[String: Due]>([:])
    /// The ways in whose sessions are being looked at.
    private let underWay = Mutex<Set<SignInMethodID>>([])

    /// - Parameters:
    ///   - keepers: of the ways in whose sessions keep something, by name.
    ///   - consents: who takes back what people have consented to, by the same names.
    public init(
        _ sessions: Sessions, keepers: [SignInMethodID: any CredentialKeeper],
        consents: [SignInMethodID: any CredentialKeeper] = [:], clock: Clock = .system,
        limits: UpkeepLimits = UpkeepLimits(), revocation: RevocationLimits = RevocationLimits()
    ) {
        self.sessions = sessions
        self.keepers = keepers
        self.consents = consents
        self.clock = clock
        self.limits = limits
        refresher = Refresher(clock: clock)
        revocations = Revocations(
            database: sessions.database, vault: sessions.vault, clock: clock, limits: revocation)
    }

    /// Whether there is anything to keep: else nothing needs to beat.
    public var isNeeded: Bool { !keepers.isEmpty }

    public func keeper(of method: SignInMethodID) -> (any CredentialKeeper)? { keepers[method] }

    /// Who takes back what a session kept, or what somebody has consented to; `nil` where nobody does.
    func taker(of pending: Revocations.Pending) -> (any CredentialKeeper)? {
        guard pending.withdrawnBy == nil else { return consents[pending.method] }
        return keepers[pending.method].flatMap { $0.revokesAtSignOut ? $0 : nil }
    }

    /// Whether `session` may go on, after its credential was renewed where it runs out. Asks nobody most of the time.
    public func verdict(on session: Session) async -> Verdict {
        guard let keeper = keepers[session.method] else { return .good }
        if let due = due.withLock({ $0[session.id] }), clock.now() < due.renewal { return .good }
        return await settled(session, keeper) { try await refresher.value(of: session.id, $0) }
    }

    /// The same, but the service is asked whether it has ended the session meanwhile.
    public func check(_ session: Session) async -> Verdict {
        guard let keeper = keepers[session.method] else { return .good }
        note(session.id) { $0.check = $1.adding(limits.check) }
        do {
            guard let holder = try sessions.holder(id: session.id) else {
                note(session.id) { $0.renewal = $1.adding(limits.check) }
                return .good
            }
            switch try await keeper.standing(of: holder) {
            case .good: return await verdict(on: session)
            case .doubtful: return await settled(session, keeper) { try await refresher.renewal(of: session.id, $0) }
            case .over:
                return .over(
                    ProviderError(.sessionEnded(code: "gone"), during: .userInfo, at: session.method.provider))
            }
        } catch {
            if let error = error as? ProviderError, error.endsSession { return .over(error) }
            // Nothing is decided: what was good goes on until it runs out.
            return await verdict(on: session)
        }
    }

    /// Which of the sessions in use have to be looked at now, by `check` or by `verdict`.
    ///
    /// - Parameter streams: the ids of those that have streams open.
    func dueSessions(streams: [String]) throws -> [Session] {
        let now = clock.now()
        let unknown = due.withLock { due in
            due = due.filter { now < max($0.value.check, $0.value.renewal) }
            return streams.filter { due[$0]?.isDue(now) ?? true }
        }
        var sessions = try sessions.inUse(ids: unknown, since: now.adding(.zero - limits.use))
        sessions.removeAll { keepers[$0.method] == nil }
        return due.withLock { due in sessions.filter { due[$0.id]?.isDue(now) ?? true } }
    }

    /// Looks at the sessions in use that are due, those of each service beside those of the others: one that answers late
    /// delays nobody else's. Where the last round at a service is not over, none is begun.
    ///
    /// - Parameters:
    ///   - streams: the ids of those that have streams open.
    ///   - look: what is done with each, for `UpkeepLimits.atOnce` of one service at once.
    public func goRound(streams: [String], _ look: @escaping @Sendable (Session) async -> Void) async throws {
        let due = Dictionary(grouping: try dueSessions(streams: streams), by: \.method)
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

    /// Forgets when a session is due: it is over.
    public func forget(_ session: String) { due.withLock { $0[session] = nil } }

    private func settled(
        _ session: Session, _ keeper: any CredentialKeeper,
        _ renew: (Refresher<String, Sessions.Holder>.Source) async throws -> Sessions.Holder
    ) async -> Verdict {
        do {
            noteRenewal(try await renew(source(session, keeper)), keeper)
        } catch {
            if let error = error as? ProviderError, error.endsSession || isGraceOver(session, keeper) {
                return .over(error)
            }
            note(session.id) { $0.renewal = $1.adding(limits.retry) }
        }
        return .good
    }

    private func isGraceOver(_ session: Session, _ keeper: any CredentialKeeper) -> Bool {
        guard let holder = try? sessions.holder(id: session.id), let end = keeper.expiry(of: holder.credential) else {
            return false
        }
        return end.adding(limits.grace) <= clock.now()
    }

    private func source(
        _ session: Session, _ keeper: any CredentialKeeper
    ) -> Refresher<String, Sessions.Holder>.Source {
        let sessions = sessions
        return Refresher.Source(
            read: {
                guard let holder = try sessions.holder(id: session.id) else { throw NothingKept() }
                return holder
            },
            expiry: { keeper.expiry(of: $0.credential) ?? .distantFuture },
            renew: { holder in
                let credential = try await keeper.renew(holder)
                guard try sessions.replace(credential, of: holder) else {
                    // The session ended meanwhile: nobody is to have what came too late.
                    try sessions.giveBack(credential, of: session.method)
                    throw NothingKept()
                }
                return holder.with(credential)
            },
            isTransient: { !(($0 as? ProviderError)?.endsSession ?? false) })
    }

    private func noteRenewal(_ holder: Sessions.Holder, _ keeper: any CredentialKeeper) {
        let end = keeper.expiry(of: holder.credential) ?? .distantFuture
        note(holder.session.id) { due, now in
            // Where it could not be renewed, or where what is new ends soon too.
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

/// A session that keeps nothing, or is gone.
private struct NothingKept: Error {}

extension ProviderError {
    /// Whether the service has refused to go on: its session is over, its user gone, or it gave somebody else's tokens.
    var endsSession: Bool {
        switch reason {
        case .sessionEnded, .userNotFound, .claim(name: "sub", .mismatch): true
        default: false
        }
    }
}

extension Timestamp {
    /// Later than anything: the year 9999.
    fileprivate static var distantFuture: Timestamp { Timestamp(milliseconds: 253_402_300_799_000) }
}
