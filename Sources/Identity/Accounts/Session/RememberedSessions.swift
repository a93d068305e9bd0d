import Chat

/// What was read of sessions lately: for a moment, so that not each request reads the database; and, where several processes
/// share a database, for a time in which it does not answer.
struct RememberedSessions: Sendable {
    private let limits: SessionLimits
    private let isShared: Bool
    private var admissions: [SessionToken: (admission: Admission, at: Timestamp)] = [:]
    /// By their ids.
    private var known: [String: (session: Session, at: Timestamp)] = [:]
    /// Until when an outage is taken to last, without asking.
    private var outageEnds: Timestamp?
    /// The number of changes: a look-up that began before the last one is not kept.
    private(set) var changes = 0
    /// When those that are too old were dropped last.
    private var droppedAt: Timestamp?

    /// - Parameter isShared: whether other processes use the database as this one does.
    init(_ limits: SessionLimits, isShared: Bool) {
        self.limits = limits
        self.isShared = isShared
    }

    /// How many look-ups are kept for a moment.
    var count: Int { admissions.count }

    /// How many sessions are kept for an outage.
    var knownCount: Int { known.count }

    /// What was read of a session within `SessionLimits.recheck`.
    func recent(_ token: SessionToken, _ now: Timestamp) -> Admission? {
        guard let (admission, at) = admissions[token], at <= now, now < at.adding(limits.recheck) else { return nil }
        return admission
    }

    mutating func keep(_ admission: Admission, of token: SessionToken, _ now: Timestamp) {
        outageEnds = nil
        dropOld(now)
        if admissions.count >= limits.remembered { admissions = [:] }
        admissions[token] = admission == .unauthenticated ? nil : (admission, now)
        guard isShared else { return }
        guard let session = admission.session else { return known[token.sessionID] = nil }
        if known.count >= limits.remembered { dropOlderHalf() }
        known[session.id] = (session, now)
    }

    /// Invalidates what is kept for a moment, after a change.
    /// - Parameter ended: the ids of sessions that are not to be believed in an outage either.
    mutating func forget(_ ended: some Sequence<String>) {
        admissions = [:]
        changes += 1
        for id in ended { known[id] = nil }
    }

    /// The session, if it was read within `SessionLimits.outage` and the database is not to be asked now, because somebody
    /// else does that, or has just done it in vain.
    mutating func knownInOutage(_ token: SessionToken, _ now: Timestamp) -> Session? {
        guard let end = outageEnds else { return nil }
        if now < end, let session = lastKnown(token, now) { return session }
        outageEnds = now.adding(limits.outageRetry)
        return nil
    }

    /// The database did not answer.
    /// - Returns: the session, if it was read within `SessionLimits.outage`.
    mutating func noteOutage(_ token: SessionToken, _ now: Timestamp) -> Session? {
        guard isShared else { return nil }
        outageEnds = now.adding(limits.outageRetry)
        return lastKnown(token, now)
    }

    private func lastKnown(_ token: SessionToken, _ now: Timestamp) -> Session? {
        guard let (session, at) = known[token.sessionID], at <= now, now < at.adding(limits.outage) else { return nil }
        let end = limits.end(isPersistent: session.isPersistent, begun: session.signedInAt, used: session.lastUsedAt)
        return now < end ? session : nil
    }

    /// Drops what is looked up again anyway, so that people who only keep a stream open take no memory here.
    private mutating func dropOld(_ now: Timestamp) {
        if let droppedAt, droppedAt <= now, now < droppedAt.adding(limits.recheck) { return }
        droppedAt = now
        admissions = admissions.filter { $0.value.at <= now && now < $0.value.at.adding(limits.recheck) }
    }

    private mutating func dropOlderHalf() {
        let moments = known.values.map(\.at).sorted()
        let middle = moments[moments.count / 2]
        known = known.filter { $0.value.at > middle }
    }
}
