import Bytes
public import Chat
import HTTP
import Synchronization

/// A thread-safe `AttemptLimiter`; where processes share a database, one for all of them.
public final class AttemptGuard: Sendable {
    private let limiter: Mutex<AttemptLimiter>
    private let shared: SharedAttempts?
    private let clock: Clock

    /// - Parameter shared: counts the attempts at all processes together. While it can't be reached, this process counts
    ///   for itself.
    public init(
        _ limiter: AttemptLimiter = AttemptLimiter(), shared: SharedAttempts? = nil, clock: Clock = .system
    ) {
        self.limiter = Mutex(limiter)
        self.shared = shared
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
        let (verdict, isShared) = await begin(name, network)
        if case .wait(let time) = verdict { return .wait(time) }
        let outcome: AttemptOutcome<Value, Fault>
        do throws(Failure) { outcome = try await body() } catch {
            await end(.notAnAttempt, name, network, isShared: isShared)
            throw error
        }
        await end(outcome.verdict, name, network, isShared: isShared)
        return .made(outcome.result)
    }

    /// - Returns: whether the attempt is permitted, and whether it is counted for all processes.
    private func begin(_ name: String, _ network: IPNetwork?) async -> (AttemptLimiter.Verdict, isShared: Bool) {
        let now = clock.now()
        // Where it can't be reached, this process counts.
        if let verdict = try? await shared?.begin(account: name, address: network, now: now) { return (verdict, true) }
        return (limiter.withLock { $0.begin(account: name, address: network, now: now) }, false)
    }

    private func end(_ verdict: AttemptVerdict, _ name: String, _ network: IPNetwork?, isShared: Bool) async {
        switch verdict {
        case .failed: break
        case .proven where isShared:
            // Where this fails the attempt stays counted as failed.
            try? await shared?.succeeded(account: name, address: network)
        case .proven: limiter.withLock { $0.succeeded(account: name, address: network) }
        case .notAnAttempt where isShared:
            // The same.
            try? await shared?.abandoned(account: name, address: network)
        case .notAnAttempt: limiter.withLock { $0.abandoned(account: name, address: network) }
        }
    }
}
