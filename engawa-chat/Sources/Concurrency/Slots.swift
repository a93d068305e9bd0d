/// A bounded number of slots, taken in the order in which they were asked for.
public final class Slots: Sendable {
    /// Why a slot was not given.
    public enum Refusal: Error, Hashable {
        /// As many wait as may wait.
        case full
        case cancelled
    }

    private typealias Waiter = Promise<Result<Void, Refusal>>

    private struct State {
        var free: Int
        var waiters: [Waiter] = []
    }

    private let maximumWaiting: Int
    private let state: Lock<State>

    public init(_ count: Int, maximumWaiting: Int) {
        self.maximumWaiting = maximumWaiting
        state = Lock(State(free: count))
    }

    public var waiting: Int { state.withLock { $0.waiters.count } }

    /// Waits for a free slot, which the caller has to give back.
    public func take() async throws(Refusal) {
        let waiter = try state.withLock { state throws(Refusal) -> Waiter? in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            guard state.waiters.count < maximumWaiting else { throw .full }
            let waiter = Waiter()
            state.waiters.append(waiter)
            return waiter
        }
        guard let waiter else { return }
        try await withTaskCancellationHandler {
            await waiter.value
        } onCancel: {
            leave(waiter)
        }.get()
    }

    /// Gives the slot to the caller that has waited longest.
    public func giveBack() {
        let next = state.withLock { state -> Waiter? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.free += 1
            return nil
        }
        next?.fulfil(.success(()))
    }

    /// Does nothing where the waiter has been given a slot already.
    private func leave(_ waiter: Waiter) {
        let wasWaiting = state.withLock { state in
            guard let place = state.waiters.firstIndex(where: { $0 === waiter }) else { return false }
            state.waiters.remove(at: place)
            return true
        }
        if wasWaiting { waiter.fulfil(.failure(.cancelled)) }
    }
}
