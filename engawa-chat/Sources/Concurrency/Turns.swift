/// Lets operations with the same key run one after the other, in the order in which they came.
public final class Turns<Key: Hashable & Sendable>: Sendable {
    private struct State {
        /// The end of the last operation of each key.
        var ends: [Key: Promise<Void>] = [:]
        var waiting = 0
    }

    private let state = Lock(State())

    public init() {}

    /// How many operations run or wait.
    public var waiting: Int { state.withLock { $0.waiting } }

    public func run<Value: Sendable>(_ key: Key, _ operation: () async throws -> Value) async throws -> Value {
        let end = Promise<Void>()
        let previous = state.withLock { state in
            defer { state.ends[key] = end }
            state.waiting += 1
            return state.ends[key]
        }
        await previous?.value
        defer {
            state.withLock { state in
                if state.ends[key] === end { state.ends[key] = nil }
                state.waiting -= 1
            }
            end.fulfil(())
        }
        return try await operation()
    }
}
