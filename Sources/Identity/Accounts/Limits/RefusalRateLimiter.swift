import Bytes
public import Chat
import Synchronization

/// Rate limits for audit lines that unauthenticated requests can cause: for each kind and address, and in total.
/// Omitted lines are counted, and a later line reports their number.
public final class RefusalRateLimiter: Sendable {
    /// The maximum number of lines of one kind from one address in a burst; refilled within `time`.
    public static let lines = 60
    public static let time = Duration.seconds(600)
    /// The maximum number of lines from all addresses in a burst; refilled within `totalTime`. Over the retention of 90
    /// days that is about 1.3 million lines of about 100 bytes.
    public static let totalLines = 600
    public static let totalTime = Duration.seconds(3_600)

    private struct Source: Hashable, Sendable {
        let network: IPNetwork
        let kind: AuditEvent.Kind
    }

    private struct State: Sendable {
        var shares = LineShares<Source>(CellRate(RefusalRateLimiter.lines, in: RefusalRateLimiter.time))
        /// The time at which the total quota is full again.
        var full: Timestamp?
        var leftOut = 0
    }

    enum Verdict: Sendable {
        /// Write the line; with the numbers of omitted lines before it, of its kind and address and because of the
        /// total.
        case write(here: Int, anywhere: Int)
        /// Omit the line.
        case leaveOut(isFirst: Bool)
    }

    private let clock: Clock
    private let total = CellRate(totalLines, in: totalTime)
    private let state = Mutex(State())

    public init(clock: Clock = .system) { self.clock = clock }

    /// - Parameter address: without port; an unknown address is limited by the total only.
    /// - Returns: the number of omitted lines of this kind and address before this one; `nil` if this one must be
    ///   omitted, too.
    public func admit(_ address: String?, _ kind: AuditEvent.Kind = .signInRefused) -> Int? {
        guard case .write(let here, _) = verdict(address, kind) else { return nil }
        return here
    }

    func verdict(_ address: String?, _ kind: AuditEvent.Kind) -> Verdict {
        let source = address.flatMap { IPAddress($0)?.subscriberNetwork }.map { Source(network: $0, kind: kind) }
        let now = clock.now()
        return state.withLock { state in
            if let source, !state.shares.take(source, now: now) {
                return .leaveOut(isFirst: state.shares.leaveOut(source))
            }
            guard case .allowed(let full) = total.verdict(state.full, now: now) else {
                state.leftOut += 1
                return .leaveOut(isFirst: state.leftOut == 1)
            }
            state.full = full
            defer { state.leftOut = 0 }
            return .write(here: source.map { state.shares.takeLeftOut($0) } ?? 0, anywhere: state.leftOut)
        }
    }
}

/// A quota of lines for each of many sources, and the numbers of omitted lines.
struct LineShares<Key: Hashable & Sendable>: Sendable {
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
