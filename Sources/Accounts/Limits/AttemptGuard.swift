public import Chat
import Synchronization

/// Lets attempts through, or not yet: the limiter under a lock.
public final class AttemptGuard: Sendable {
    private let limiter: Mutex<AttemptLimiter>
    private let clock: Clock

    public init(_ limiter: AttemptLimiter = AttemptLimiter(), clock: Clock = .system) {
        self.limiter = Mutex(limiter)
        self.clock = clock
    }

    /// Makes an attempt, where one may be made. It counts as failed from its beginning.
    ///
    /// - Parameters:
    ///   - account: what was typed; compared without regard to case and spaces around it.
    ///   - address: where the request comes from, without port.
    public func attempt<Result: Sendable>(
        at account: String, from address: String?,
        _ body: () async throws(SignInError) -> sending Result
    ) async throws(SignInError) -> Result {
        let name = account.filter { !$0.isWhitespace }.lowercased()
        let group = address.flatMap { AddressGroup($0) }
        let verdict = limiter.withLock { $0.begin(account: name, address: group, now: clock.now()) }
        if case .wait(let time) = verdict { throw .tooMany(retryAfter: time) }
        do throws(SignInError) {
            let result = try await body()
            limiter.withLock { $0.succeeded(account: name, address: group) }
            return result
        } catch {
            if error.decidesNothing { limiter.withLock { $0.abandoned(account: name, address: group) } }
            throw error
        }
    }
}
