import Chat
import Synchronization

/// Makes one read of many simultaneous identical ones.
///
/// The read goes on when one who waits for it is cancelled: others may wait too.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let flights = Mutex<[Key: Task<Result<Value, ChatError>, Never>]>([:])

    /// What `body` returns, or what the one that is under way for the same key will.
    func run(_ key: Key, _ body: @escaping @Sendable () async throws(ChatError) -> Value)
        async throws(ChatError) -> Value
    {
        let flight = flights.withLock { flights in
            if let flight = flights[key] { return flight }
            let flight = Task<Result<Value, ChatError>, Never> {
                let outcome: Result<Value, ChatError>
                do throws(ChatError) { outcome = .success(try await body()) } catch { outcome = .failure(error) }
                self.flights.withLock { $0[key] = nil }
                return outcome
            }
            flights[key] = flight
            return flight
        }
        return try await flight.value.get()
    }
}
