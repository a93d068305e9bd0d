import Chat
import Synchronization

/// Makes one read of many simultaneous identical ones.
///
/// Whoever is cancelled waits no longer, and the read goes on for the others; where nobody waits any more, it is
/// cancelled too.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ChatError>

    private struct Flight {
        let number: Int
        let read: Task<Void, Never>
        var waiters: [Waiter<Outcome>]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// What `body` returns, or what the one that is under way for the same key will.
    func run(_ key: Key, _ body: @escaping @Sendable () async throws(ChatError) -> Value)
        async throws(ChatError) -> Value
    {
        let waiter = Waiter<Outcome>()
        let number = join(key, waiter, body)
        let outcome = await withTaskCancellationHandler {
            await waiter.value
        } onCancel: {
            leave(key, number, waiter)
        }
        return try outcome.get()
    }

    private func join(
        _ key: Key, _ waiter: Waiter<Outcome>, _ body: @escaping @Sendable () async throws(ChatError) -> Value
    ) -> Int {
        state.withLock { state in
            if let flight = state.flights[key] {
                state.flights[key]?.waiters.append(waiter)
                return flight.number
            }
            state.lastNumber += 1
            let number = state.lastNumber
            let read = Task {
                do throws(ChatError) {
                    self.end(key, number, .success(try await body()))
                } catch {
                    self.end(key, number, .failure(error))
                }
            }
            state.flights[key] = Flight(number: number, read: read, waiters: [waiter])
            return number
        }
    }

    /// One who was cancelled waits no longer. Does nothing where they have been told already.
    private func leave(_ key: Key, _ number: Int, _ waiter: Waiter<Outcome>) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            guard var flight = state.flights[key], flight.number == number else { return nil }
            flight.waiters.removeAll { $0 === waiter }
            // Who comes now has a read of their own.
            state.flights[key] = flight.waiters.isEmpty ? nil : flight
            return flight.waiters.isEmpty ? flight.read : nil
        }
        abandoned?.cancel()
        waiter.tell(.failure(ChatError(.cancelled, during: "wait for a read")))
    }

    private func end(_ key: Key, _ number: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state -> [Waiter<Outcome>] in
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return flight.waiters
        }
        for waiter in waiters { waiter.tell(outcome) }
    }
}

/// One task that waits for a value, which anyone may tell it; the first one counts.
private final class Waiter<Value: Sendable>: Sendable {
    private enum State {
        /// Not yet suspended.
        case coming
        case suspended(CheckedContinuation<Value, Never>)
        case told(Value)
    }

    private let state = Mutex(State.coming)

    /// To be asked for once.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let told = state.withLock { state -> Value? in
                    if case .told(let value) = state { return value }
                    state = .suspended(continuation)
                    return nil
                }
                if let told { continuation.resume(returning: told) }
            }
        }
    }

    func tell(_ value: Value) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .told: return nil
            case .coming, .suspended:
                defer { state = .told(value) }
                if case .suspended(let continuation) = state { return continuation }
                return nil
            }
        }
        continuation?.resume(returning: value)
    }
}
