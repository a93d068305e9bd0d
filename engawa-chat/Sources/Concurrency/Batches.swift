/// Work that costs little more for several items than for one: the items of one key that come while others of it are
/// being worked on are next, together.
public final class Batches<Key: Hashable & Sendable, Item: Sendable, Value: Sendable, Failure: Error>: Sendable {
    public typealias Outcome = Result<Value, Failure>

    private struct Waiter {
        let item: Item
        let promise: Promise<Outcome>
    }

    /// What happens to an item that has come.
    private enum Place { case first, next, none }

    private let itemsAtOnce: Int
    private let itemsWaiting: Int
    private let full: Failure
    /// The keys of which items are being worked on, with the items that are next.
    private let waiting = Lock<[Key: [Waiter]]>([:])

    /// - Parameters:
    ///   - itemsAtOnce: the size of a batch.
    ///   - itemsWaiting: how many items of one key may wait; further ones fail with `full`.
    public init(itemsAtOnce: Int, itemsWaiting: Int, full: Failure) {
        self.itemsAtOnce = itemsAtOnce
        self.itemsWaiting = itemsWaiting
        self.full = full
    }

    /// What became of an item. The items of a key are worked on in the order in which they came.
    ///
    /// - Parameter work: is called with each batch, and returns an outcome for each of its items, in their order; the same
    ///   each time.
    public func run(
        _ item: Item, for key: Key, _ work: @escaping @Sendable (Key, [Item]) async -> [Outcome]
    ) async throws(Failure) -> Value {
        let promise = Promise<Outcome>()
        let place = waiting.withLock { waiting -> Place in
            guard let others = waiting[key] else {
                waiting[key] = []
                return .first
            }
            guard others.count < itemsWaiting else { return .none }
            waiting[key, default: []].append(Waiter(item: item, promise: promise))
            return .next
        }
        switch place {
        case .none: throw full
        case .next: return try await promise.value.get()
        case .first:
            let outcome = await work(key, [item])[0]
            // Who was first does not wait for those who came later.
            if hasNext(key) { Task { while let batch = next(key) { await finish(batch, key, work) } } }
            return try outcome.get()
        }
    }

    /// How many items wait while others of the key are being worked on.
    public func waiting(for key: Key) -> Int { waiting.withLock { $0[key]?.count ?? 0 } }

    private func finish(
        _ batch: [Waiter], _ key: Key, _ work: @Sendable (Key, [Item]) async -> [Outcome]
    ) async {
        for (waiter, outcome) in zip(batch, await work(key, batch.map(\.item))) { waiter.promise.fulfil(outcome) }
    }

    private func hasNext(_ key: Key) -> Bool {
        waiting.withLock { waiting in
            guard waiting[key]?.isEmpty ?? true else { return true }
            waiting[key] = nil
            return false
        }
    }

    private func next(_ key: Key) -> [Waiter]? {
        waiting.withLock { waiting in
            guard let waiters = waiting[key], !waiters.isEmpty else {
                waiting[key] = nil
                return nil
            }
            waiting[key] = Array(waiters.dropFirst(itemsAtOnce))
            return Array(waiters.prefix(itemsAtOnce))
        }
    }
}
