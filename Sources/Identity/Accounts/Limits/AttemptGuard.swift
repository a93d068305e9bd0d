import Bytes
public import Chat
import HTTP
import Synchronization

/// A thread-safe `AttemptLimiter`.
public final class AttemptGuard: Sendable {
    private let limiter: Mutex<AttemptLimiter>
    private let clock: Clock

    public init(_ limiter: AttemptLimiter = AttemptLimiter(), clock: Clock = .system) {
        self.limiter = Mutex(limiter)
        self.clock = clock
    }

    /// Runs `body` unless the limiter demands a wait. The attempt counts as failed from its start; errors thrown by
    /// `body` leave it undecided.
    ///
    /// - Parameters:
    ///   - account: as typed; compared without regard to case and surrounding spaces.
    ///   - address: the client's, without port.
    public func attempt<Value: Sendable, Fault: Error, Failure: Error>(
        at account: String, from address: String?,
        _ body: () async throws(Failure) -> AttemptOutcome<Value, Fault>
    ) async throws(Failure) -> Attempted<Value, Fault> {
        let name = account.removingWhitespace.lowercased()
        let network = address.flatMap { IPAddress($0)?.subscriberNetwork }
        let verdict = limiter.withLock { $0.begin(account: name, address: network, now: clock.now()) }
        if case .wait(let time) = verdict { return .wait(time) }
        let outcome: AttemptOutcome<Value, Fault>
        do throws(Failure) { outcome = try await body() } catch {
            limiter.withLock { $0.abandoned(account: name, address: network) }
            throw error
        }
        limiter.withLock { limiter in
            switch outcome.verdict {
            case .proven: limiter.succeeded(account: name, address: network)
            case .failed: break
            case .notAnAttempt: limiter.abandoned(account: name, address: network)
            }
        }
        return .made(outcome.result)
    }
}
