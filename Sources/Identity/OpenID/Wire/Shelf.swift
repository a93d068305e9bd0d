import Chat

/// One value from far away, kept for a while. Whoever asks while it is being fetched waits for that one fetch.
actor Shelf<Value: Sendable> {
    typealias Fetched = (value: Value, lifetime: Duration)

    /// How long a failure is kept, so that a flood of requests here is none at a provider that is in trouble.
    static var failureLifetime: Duration { .seconds(2) }

    private let clock: Clock
    private let fetch: @Sendable () async -> Result<Fetched, ProviderError>
    private var kept: (value: Value, fetchedAt: Timestamp, until: Timestamp)?
    private var failed: (error: ProviderError, until: Timestamp)?
    private var flight: Task<Result<Value, ProviderError>, Never>?

    init(clock: Clock, fetch: @escaping @Sendable () async -> Result<Fetched, ProviderError>) {
        self.clock = clock
        self.fetch = fetch
    }

    /// The value, fetched where there is none or where it is too old.
    func value() async throws(ProviderError) -> Value {
        if let kept, clock.now() < kept.until { return kept.value }
        return try await fetched()
    }

    /// A newer value than the one at hand; `nil` where that one is younger than `interval`, which is then not asked again.
    func newer(notWithin interval: Duration) async throws(ProviderError) -> Value? {
        if let kept, flight == nil, clock.now() < kept.fetchedAt.adding(interval) { return nil }
        return try await fetched()
    }

    private func fetched() async throws(ProviderError) -> Value {
        if let flight { return try await flight.value.get() }
        if let failed, clock.now() < failed.until { throw failed.error }
        let task = Task { await self.refill() }
        flight = task
        return try await task.value.get()
    }

    /// Not of the one who waits: that one may give up while others still wait.
    private func refill() async -> Result<Value, ProviderError> {
        let result = await fetch()
        flight = nil
        let now = clock.now()
        switch result {
        case .success(let fetched):
            kept = (fetched.value, now, now.adding(fetched.lifetime))
            failed = nil
        case .failure(let error): failed = (error, now.adding(Self.failureLifetime))
        }
        return result.map(\.value)
    }
}
