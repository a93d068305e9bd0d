import Bytes
public import Chat
import Synchronization

/// Rate limits for the audit log, so that nobody can flood it: refusals, which unauthenticated requests can cause, are
/// limited for each kind and address, and in total; events of authenticated people are limited for each kind and person,
/// so that they can't hide the events of others. Omitted lines are counted, and a later line reports their number.
public final class AuditRateLimiter: Sendable {
    /// The maximum number of lines of one kind for one person in a burst; refilled within `time`.
    public static let lines = 120
    public static let time = Duration.seconds(3_600)
    /// The maximum number of refusals of one kind from one address in a burst; refilled within `refusalTime`.
    public static let refusals = 60
    public static let refusalTime = Duration.seconds(600)
    /// The maximum number of refusals from all addresses in a burst; refilled within `totalTime`. Over the retention of
    /// 90 days that is about 1.3 million lines of about 100 bytes.
    public static let totalRefusals = 600
    public static let totalTime = Duration.seconds(3_600)

    /// What to do with a line.
    public enum Verdict: Sendable, Equatable {
        /// Write it; `note` says how many lines were omitted before it, and is empty if none were.
        case write(note: String)
        /// Omit it. `isFirst` for the first one omitted since the last written line, which is worth a line in the log.
        case leaveOut(isFirst: Bool)
    }

    fileprivate struct Source<Origin: Hashable & Sendable>: Hashable, Sendable {
        let origin: Origin
        let kind: AuditEvent.Kind
    }

    fileprivate struct State {
        var people = LineShares<Source<UserID>>(CellRate(AuditRateLimiter.lines, in: AuditRateLimiter.time))
        var addresses = LineShares<Source<IPNetwork>>(
            CellRate(AuditRateLimiter.refusals, in: AuditRateLimiter.refusalTime))
        let total = CellRate(AuditRateLimiter.totalRefusals, in: AuditRateLimiter.totalTime)
        /// The time at which the total quota is full again.
        var full: Timestamp?
        /// The number of refusals omitted because of the total.
        var leftOut = 0
    }

    private let clock: Clock
    private let state = Mutex(State())

    public init(clock: Clock = .system) { self.clock = clock }

    /// - Parameters:
    ///   - address: the client's, without port; refusals from an unknown address are limited by the total only.
    ///   - user: the person concerned.
    ///   - provesNothing: whether the person signed in with a name only, as anyone can.
    public func verdict(
        on kind: AuditEvent.Kind, from address: String?, about user: UserID?, provesNothing: Bool
    ) -> Verdict {
        let now = clock.now()
        return state.withLock { state in
            guard let user, !kind.isRefusal, !provesNothing else {
                let network = address.flatMap { IPAddress($0)?.subscriberNetwork }
                return state.verdict(onRefusal: kind, from: network, now)
            }
            let person = Source(origin: user, kind: kind)
            guard state.people.take(person, now: now) else {
                return .leaveOut(isFirst: state.people.leaveOut(person))
            }
            return .write(note: Self.note(state.people.takeLeftOut(person), "of this person") ?? "")
        }
    }

    fileprivate static func note(_ count: Int, _ whose: String) -> String? {
        count == 0 ? nil : "\(count) more \(whose) were left out"
    }
}

extension AuditRateLimiter.State {
    fileprivate mutating func verdict(
        onRefusal kind: AuditEvent.Kind, from network: IPNetwork?, _ now: Timestamp
    ) -> AuditRateLimiter.Verdict {
        let source = network.map { AuditRateLimiter.Source(origin: $0, kind: kind) }
        if let source, !addresses.take(source, now: now) { return .leaveOut(isFirst: addresses.leaveOut(source)) }
        guard case .allowed(let full) = total.verdict(self.full, now: now) else {
            leftOut += 1
            return .leaveOut(isFirst: leftOut == 1)
        }
        self.full = full
        defer { leftOut = 0 }
        return .write(
            note: [
                AuditRateLimiter.note(source.map { addresses.takeLeftOut($0) } ?? 0, "from this address"),
                AuditRateLimiter.note(leftOut, "from anywhere"),
            ].compactMap { $0 }.joined(separator: "; "))
    }
}

/// A quota of lines for each of many sources, and the numbers of omitted lines.
private struct LineShares<Key: Hashable & Sendable>: Sendable {
    /// The maximum number of remembered sources.
    private static var maximumSources: Int { 10_000 }

    private var quota: KeyedQuota<Key>
    private var leftOut: [Key: Int] = [:]

    init(_ share: CellRate) { quota = KeyedQuota(share, maximumKeys: Self.maximumSources) }

    /// Uses the quota of a source; returns whether the line is within it.
    mutating func take(_ source: Key, now: Timestamp) -> Bool { quota.take(source, now: now) == nil }

    /// Counts an omitted line. For sources beyond the maximum the count is lost.
    /// - Returns: whether it is the first one omitted since the last written line.
    mutating func leaveOut(_ source: Key) -> Bool {
        guard leftOut.count < Self.maximumSources || leftOut[source] != nil else { return false }
        leftOut[source, default: 0] += 1
        return leftOut[source] == 1
    }

    /// The number of omitted lines of a source, which is reset.
    mutating func takeLeftOut(_ source: Key) -> Int { leftOut.removeValue(forKey: source) ?? 0 }
}

extension AuditEvent.Kind {
    /// Whether unauthenticated requests can cause it.
    fileprivate var isRefusal: Bool {
        switch self {
        case .signInRefused, .factorRefused, .passwordChangeRefused, .passkeyCopied: true
        default: false
        }
    }
}
