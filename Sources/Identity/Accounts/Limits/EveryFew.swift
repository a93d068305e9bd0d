import Synchronization

/// Says at the first of every few calls of a process that something is due.
final class EveryFew: Sendable {
    private let interval: Int
    private let calls = Atomic(0)

    init(_ interval: Int) { self.interval = interval }

    func isDue() -> Bool { calls.wrappingAdd(1, ordering: .relaxed).oldValue % interval == 0 }
}
