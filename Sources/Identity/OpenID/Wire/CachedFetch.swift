import Chat
import Concurrency

/// A value that is fetched when it is first needed and kept until it expires. Callers that come during a fetch share it.
actor CachedFetch<Value: Sendable> {
    typealias Fetched = (value: Value, lifetime: Duration)

    /// How long a failure is kept, so that a flood of requests here does not reach a provider that is in trouble.
    static var failureLifetime: Duration { .seconds(2) }

    /// One value, so one key.
    private enum Key { case value }

    private let clock: Clock
    private let fetch: @Sendable () async throws(ProviderError) -> Fetched
    private var kept: (value: Value, fetchedAt: Timestamp, until: Timestamp)?
    private var failed: (error: ProviderError, until: Timestamp)?
    /// A fetch runs to its end, though the caller that began it may be cancelled.
    private let fetches = SingleFlight<Key, Value, ProviderError>()

    init(clock: Clock, fetch: @escaping @Sendable () async throws(ProviderError) -> Fetched) {
        self.clock = clock
        self.fetch = fetch
    }

    /// The value, fetched where there is none or where it has expired.
    func value() async throws(ProviderError) -> Value {
        if let kept, clock.now() < kept.until { return kept.value }
        return try await fetched()
    }

    /// A newer value than the kept one; `nil` where that was fetched less than `interval` ago, and is not fetched again.
    func newer(notWithin interval: Duration) async throws(ProviderError) -> Value? {
        if !fetches.isRunning(.value), isYounger(than: interval) { return nil }
        return try await fetched(notWithin: interval)
    }

    private func isYounger(than interval: Duration) -> Bool {
        kept.map { clock.now() < $0.fetchedAt.adding(interval) } ?? false
    }

    private func fetched(notWithin interval: Duration = .zero) async throws(ProviderError) -> Value {
        try await fetches.run(.value) { () async throws(ProviderError) in try await self.refill(notWithin: interval) }
    }

    private func refill(notWithin interval: Duration) async throws(ProviderError) -> Value {
        // Another fetch may have ended between the caller's look and this one's start.
        if let kept, isYounger(than: interval) { return kept.value }
        if let failed, clock.now() < failed.until { throw failed.error }
        do throws(ProviderError) {
            let fetched = try await fetch()
            let now = clock.now()
            kept = (fetched.value, now, now.adding(fetched.lifetime))
            failed = nil
            return fetched.value
        } catch {
            failed = (error, clock.now().adding(Self.failureLifetime))
            throw error
        }
    }
}
