import Dispatch
import Synchronization

/// Lets only a few passwords be hashed at once, on threads that nobody else waits for: each takes 19 MiB and some tens of
/// milliseconds.
///
/// The threads go away when there is nothing to hash.
final class HashingQueue: Sendable {
    /// There is so much to hash that it would take too long.
    struct Busy: Error {}

    /// How many are hashed at once.
    static let atOnce = 2
    /// How many may wait for that: a second's work.
    static let maximumWaiting = 32
    /// After how long one who could not wait may come again.
    static let pause = Duration.seconds(1)

    private struct Places {
        var taken = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let queue = DispatchQueue(label: "passwords", qos: .utility, attributes: .concurrent)
    private let places = Mutex(Places())

    /// - Throws: `Busy`, or what `work` throws.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await takePlace()
        defer { leavePlace() }
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { try work() }) }
        }
        return try result.get()
    }

    private func takePlace() async throws(Busy) {
        let isAdmitted = await withCheckedContinuation { continuation in
            let answer: Bool? = places.withLock { places in
                if places.taken < Self.atOnce {
                    places.taken += 1
                    return true
                }
                guard places.waiting.count < Self.maximumWaiting else { return false }
                places.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard isAdmitted else { throw Busy() }
    }

    /// Gives the place to the one who has waited longest.
    private func leavePlace() {
        let next = places.withLock { places -> CheckedContinuation<Bool, Never>? in
            guard !places.waiting.isEmpty else {
                places.taken -= 1
                return nil
            }
            return places.waiting.removeFirst()
        }
        next?.resume(returning: true)
    }
}
