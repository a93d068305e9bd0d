/// Work on keys that come at any time: some of them at once, one batch after the other, and each key once however often it
/// came meanwhile.
public final class GatheredWork<Key: Hashable & Sendable>: Sendable {
    /// The keys that wait, each with those who wait for it to be done.
    private struct State {
        var waiting: [Key: [Waiter]] = [:]
        var isRunning = false
    }

    private let keysAtOnce: Int
    private let state = Lock(State())

    /// - Parameter keysAtOnce: the size of a batch.
    public init(keysAtOnce: Int) { self.keysAtOnce = keysAtOnce }

    /// Returns at once; the work is done in a task of its own.
    ///
    /// - Parameter work: is called with each batch; the same each time. Where it fails, nobody is told.
    public func add(_ keys: some Collection<Key>, _ work: @escaping @Sendable ([Key]) async throws -> Void) {
        begin(keys, for: nil, work)
    }

    /// Returns after the work was done on all the keys, as it is begun from now on.
    ///
    /// - Throws: the first error of a batch with one of the keys.
    public func run(
        _ keys: some Collection<Key>, _ work: @escaping @Sendable ([Key]) async throws -> Void
    ) async throws {
        let keys = Set(keys)
        guard !keys.isEmpty else { return }
        try await withCheckedThrowingContinuation { continuation in
            begin(keys, for: Waiter(keys.count, continuation), work)
        }
    }

    private func begin(
        _ keys: some Collection<Key>, for waiter: Waiter?, _ work: @escaping @Sendable ([Key]) async throws -> Void
    ) {
        guard !keys.isEmpty else { return }
        let isFirst = state.withLock { state in
            for key in keys { state.waiting[key, default: []] += waiter.map { [$0] } ?? [] }
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        Task {
            while let batch = nextBatch() {
                let result: Result<Void, any Error>
                do { result = .success(try await work(batch.map(\.key))) } catch { result = .failure(error) }
                for waiter in batch.flatMap(\.waiters) { waiter.finish(result) }
            }
        }
    }

    private func nextBatch() -> [(key: Key, waiters: [Waiter])]? {
        state.withLock { state in
            let batch = state.waiting.prefix(keysAtOnce).map { (key: $0.key, waiters: $0.value) }
            for (key, _) in batch { state.waiting[key] = nil }
            state.isRunning = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }
}

/// Who waits for some keys, which may be in several batches.
private final class Waiter: Sendable {
    private let state: Lock<(remaining: Int, failure: (any Error)?)>
    private let continuation: CheckedContinuation<Void, any Error>

    init(_ count: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        state = Lock((count, nil))
        self.continuation = continuation
    }

    /// One of the keys is done.
    func finish(_ result: Result<Void, any Error>) {
        let (isLast, failure) = state.withLock { state in
            state.remaining -= 1
            if case .failure(let error) = result { state.failure = state.failure ?? error }
            return (state.remaining == 0, state.failure)
        }
        guard isLast else { return }
        if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
    }
}

/// Runs `body` again and again until the task is cancelled, with a pause after each time.
public func repeating(every pause: Duration, _ body: () async -> Void) async {
    while !Task.isCancelled {
        await body()
        // Ends early when the task is cancelled, as the loop then does.
        try? await Task.sleep(for: pause)
    }
}
