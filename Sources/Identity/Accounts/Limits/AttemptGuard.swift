import Bytes
public import Chat
import HTTP
import Synchronization

/// A thread-safe `AttemptLimiter`, which may count together with those of other processes.
public final class AttemptGuard: Sendable {
    private let limiter: Mutex<AttemptLimiter>
    private let clock: Clock
    private let tell = Mutex<(@Sendable (AttemptSignal) -> Void)?>(nil)

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
        let network = Self.network(of: address)
        let verdict = limiter.withLock { $0.begin(account: name, address: network, now: clock.now()) }
        if case .wait(let time) = verdict { return .wait(time) }
        tell(.begun, name, address)
        let outcome: AttemptOutcome<Value, Fault>
        do throws(Failure) { outcome = try await body() } catch {
            limiter.withLock { $0.abandoned(account: name, address: network) }
            tell(.abandoned, name, address)
            throw error
        }
        limiter.withLock { limiter in
            switch outcome.verdict {
            case .proven: limiter.succeeded(account: name, address: network)
            case .failed: break
            case .notAnAttempt: limiter.abandoned(account: name, address: network)
            }
        }
        switch outcome.verdict {
        case .proven: tell(.succeeded, name, address)
        case .failed: break
        case .notAnAttempt: tell(.abandoned, name, address)
        }
        return .made(outcome.result)
    }

    /// Tells other processes of the attempts here from now on.
    ///
    /// - Parameter tell: sends a signal to all other processes; it must not block.
    public func connect(_ tell: @escaping @Sendable (AttemptSignal) -> Void) {
        self.tell.withLock { $0 = tell }
    }

    /// Counts an attempt at another process.
    public func hear(_ signal: AttemptSignal) {
        let (name, network) = (signal.account, Self.network(of: signal.address))
        limiter.withLock { limiter in
            switch signal.kind {
            case .begun: limiter.beginElsewhere(account: name, address: network, now: clock.now())
            case .succeeded: limiter.succeeded(account: name, address: network)
            case .abandoned: limiter.abandoned(account: name, address: network)
            }
        }
    }

    private func tell(_ kind: AttemptSignal.Kind, _ account: String, _ address: String?) {
        guard let tell = tell.withLock({ $0 }) else { return }
        tell(AttemptSignal(kind, account: account, address: address))
    }

    private static func network(of address: String?) -> IPNetwork? {
        address.flatMap { IPAddress($0)?.subscriberNetwork }
    }
}
