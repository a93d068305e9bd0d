/// Work on keys that come at any time: some of them at once, one batch after the other, and each key once however often it
/// came meanwhile.
public final class GatheredWork<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var waiting: Set<Key> = []
        var isRunning = false
    }

    private let keysAtOnce: Int
    private let state = Lock(State())

    /// - Parameter keysAtOnce: the size of a batch.
    public init(keysAtOnce: Int) { self.keysAtOnce = keysAtOnce }

    /// Returns at once; the work is done in a task of its own.
    ///
    /// - Parameter work: is called with each batch; the same each time.
    public func add(_ keys: some Collection<Key>, _ work: @escaping @Sendable ([Key]) async -> Void) {
        guard !keys.isEmpty else { return }
        let isFirst = state.withLock { state in
            state.waiting.formUnion(keys)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        Task { while let batch = nextBatch() { await work(batch) } }
    }

    private func nextBatch() -> [Key]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(keysAtOnce))
            state.waiting.subtract(batch)
            state.isRunning = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
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
