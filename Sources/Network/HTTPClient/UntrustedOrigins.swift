/// The origins whose servers have sent bytes that belong to no request. Each request to one has its own connection.
///
/// An unsolicited answer is detected where it arrives before the next request is written. One that arrives just after is
/// taken for the answer. Then the real answer is the unsolicited one, and is detected.
///
/// Not `Sendable`: it stays on the loop's thread.
final class UntrustedOrigins {
    /// For how long an origin stays untrusted.
    static let memory = Duration.seconds(600)
    /// How many origins are remembered; beyond that, the oldest are forgotten.
    static let maximumCount = 1_000

    private var ends: [String: ContinuousClock.Instant] = [:]

    var count: Int { ends.count }

    func add(_ origin: String, now: ContinuousClock.Instant = .now) {
        if ends.count >= Self.maximumCount, ends[origin] == nil {
            ends = ends.filter { now < $0.value }
            if ends.count >= Self.maximumCount, let first = ends.min(by: { $0.value < $1.value }) {
                ends[first.key] = nil
            }
        }
        ends[origin] = now + Self.memory
    }

    func contains(_ origin: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard !ends.isEmpty, let end = ends[origin] else { return false }
        if now < end { return true }
        ends[origin] = nil
        return false
    }
}
