import Concurrency
import Synchronization

/// The last outcome of trying to write, kept for a moment: probes may be frequent, and each try costs a sync.
final class WriteCheck: Sendable {
    /// How long an outcome is used.
    static let interval = Duration.seconds(2)

    private struct Outcome {
        let result: Result<Void, any Error>
        let at: ContinuousClock.Instant
    }

    private let last = Mutex<Outcome?>(nil)
    private let flight = SingleFlight<Int, Void, any Error>()
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// - Throws: what `attempt` throws, or threw within the interval.
    func outcome(_ attempt: @escaping @Sendable () async throws -> Void) async throws {
        if let last = last.withLock({ $0 }), now() - last.at < Self.interval { return try last.result.get() }
        try await flight.run(0) {
            let result: Result<Void, any Error>
            do { result = .success(try await attempt()) } catch { result = .failure(error) }
            self.last.withLock { $0 = Outcome(result: result, at: self.now()) }
            try result.get()
        }
    }
}
