import Bytes
public import Chat
import Synchronization

/// Keeps people from filling the audit log with what anybody can cause: so many lines of each kind from one address, and so
/// many in all. What goes beyond that is counted, and a later line says how many were left out.
public final class RefusalMeter: Sendable {
    /// How many lines of one kind one address may cause at once; so many again in `time`.
    public static let lines = 60
    public static let time = Duration.seconds(600)
    /// How many lines all addresses may cause together at once; so many again in `totalTime`. In the 90 days for which
    /// lines are kept that is about 1.3 million of about 100 bytes.
    public static let totalLines = 600
    public static let totalTime = Duration.seconds(3_600)

    private struct Source: Hashable, Sendable {
        let network: IPNetwork
        let kind: AuditEvent.Kind
    }

    private struct State: Sendable {
        var shares = LineShares<Source>(CellRate(RefusalMeter.lines, in: RefusalMeter.time))
        /// When all lines of the total are there again.
        var full: Timestamp?
        var leftOut = 0
    }

    enum Verdict: Sendable {
        /// The line is to be written; how many were left out before it, of its kind from its address and because of the total.
        case write(here: Int, anywhere: Int)
        /// The line is to be left out.
        case leaveOut(isFirst: Bool)
    }

    private let clock: Clock
    private let total = CellRate(totalLines, in: totalTime)
    private let state = Mutex(State())

    public init(clock: Clock = .system) { self.clock = clock }

    /// - Parameter address: without port; one that is unknown is limited by the total alone.
    /// - Returns: how many lines of this kind from this address were left out before this one; `nil` where this one is to be
    ///   left out too.
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

/// Lines of many sources, of which each has a share, and the numbers of those that were left out.
struct LineShares<Key: Hashable & Sendable>: Sendable {
    /// How many sources are remembered.
    private static var maximumSources: Int { 10_000 }

    private var quota: KeyedQuota<Key>
    private var leftOut: [Key: Int] = [:]

    init(_ share: CellRate) { quota = KeyedQuota(share, maximumKeys: Self.maximumSources) }

    /// Whether a line is within the share of its source, which has taken it.
    mutating func take(_ source: Key, now: Timestamp) -> Bool { quota.take(source, now: now) == nil }

    /// Counts a line that is left out. Of sources beyond the memory only the number is lost.
    /// - Returns: whether it is the first since the last that was written.
    mutating func leaveOut(_ source: Key) -> Bool {
        guard leftOut.count < Self.maximumSources || leftOut[source] != nil else { return false }
        leftOut[source, default: 0] += 1
        return leftOut[source] == 1
    }

    /// How many lines of a source were left out, for the line that tells it.
    mutating func takeLeftOut(_ source: Key) -> Int { leftOut.removeValue(forKey: source) ?? 0 }
}
