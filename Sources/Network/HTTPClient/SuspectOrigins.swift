/// The origins whose servers have said something that nobody had asked for.
///
/// An answer that comes unasked is found out where it comes before the next request is written. One that comes just
/// after can't be told from the answer, so the first of its kind may be believed. Then the real answer comes unasked, and
/// from there on each request to that origin has a connection of its own.
///
/// Not `Sendable`: it stays on the loop's thread.
final class SuspectOrigins {
    /// For how long an origin is suspected.
    static let memory = Duration.seconds(600)
    /// How many origins are remembered; beyond that, those that were suspected first are forgotten.
    static let maximumCount = 1_000

    private var ends: [String: ContinuousClock.Instant] = [:]

    var count: Int { ends.count }

    func suspect(_ origin: String, now: ContinuousClock.Instant = .now) {
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
