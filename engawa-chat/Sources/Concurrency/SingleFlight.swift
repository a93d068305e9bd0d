/// Runs an operation once for all who ask for the same key while it runs; they share its value or its error.
///
/// The operation runs in a task of its own, so that the cancellation of one caller does not end it for the others.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    private typealias Waiter = Promise<Result<Value, Failure>>

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Waiter]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var lastNumber = 0
    }

    private let state = Lock(State())
    private let cancelled: Failure?

    /// - Parameter cancelled: what a caller that is cancelled throws at once; an operation that nobody waits for any
    ///   more is then cancelled too. With `nil`, callers wait on, and every operation runs to its end.
    public init(cancelled: Failure? = nil) { self.cancelled = cancelled }

    public func isRunning(_ key: Key) -> Bool { state.withLock { $0.flights[key] != nil } }

    /// How many callers wait for the operation that runs for `key`.
    public func waiting(for key: Key) -> Int { state.withLock { $0.flights[key]?.waiters.count ?? 0 } }

    /// What `operation` returns, or what the one that runs for the same key already will.
    public func run(
        _ key: Key, _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await sharing(key, operation).value
    }

    /// The same, and whether the value is that of an operation that another caller began.
    public func sharing(
        _ key: Key, _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> (value: Value, isShared: Bool) {
        let waiter = Waiter()
        let (number, isShared) = state.withLock { state in
            join(key, waiter, &state).map { ($0, true) } ?? (start(key, waiter, operation, &state), false)
        }
        return (try await outcome(key, number, waiter).get(), isShared)
    }

    /// What the operation that runs for `key` will return; `nil` where none runs.
    public func joined(_ key: Key) async throws(Failure) -> Value? {
        let waiter = Waiter()
        guard let number = state.withLock({ join(key, waiter, &$0) }) else { return nil }
        return try await outcome(key, number, waiter).get()
    }

    private func join(_ key: Key, _ waiter: Waiter, _ state: inout State) -> Int? {
        state.flights[key]?.waiters.append(waiter)
        return state.flights[key]?.number
    }

    private func start(
        _ key: Key, _ waiter: Waiter, _ operation: @escaping @Sendable () async throws(Failure) -> Value,
        _ state: inout State
    ) -> Int {
        state.lastNumber += 1
        let number = state.lastNumber
        let task = Task {
            do throws(Failure) {
                self.end(key, number, .success(try await operation()))
            } catch {
                self.end(key, number, .failure(error))
            }
        }
        state.flights[key] = Flight(number: number, task: task, waiters: [waiter])
        return number
    }

    private func outcome(_ key: Key, _ number: Int, _ waiter: Waiter) async -> Result<Value, Failure> {
        await withTaskCancellationHandler {
            await waiter.value
        } onCancel: {
            if let cancelled { leave(key, number, waiter, cancelled) }
        }
    }

    /// Does nothing where the waiter has its outcome already.
    private func leave(_ key: Key, _ number: Int, _ waiter: Waiter, _ cancelled: Failure) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            guard var flight = state.flights[key], flight.number == number else { return nil }
            flight.waiters.removeAll { $0 === waiter }
            // A later caller gets an operation of its own, not the cancelled one.
            state.flights[key] = flight.waiters.isEmpty ? nil : flight
            return flight.waiters.isEmpty ? flight.task : nil
        }
        abandoned?.cancel()
        waiter.fulfil(.failure(cancelled))
    }

    private func end(_ key: Key, _ number: Int, _ outcome: Result<Value, Failure>) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return flight.waiters
        }
        for waiter in waiters { waiter.fulfil(outcome) }
    }
}
