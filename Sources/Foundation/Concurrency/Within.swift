import Synchronization

/// The result of `body`, or `nil` where it takes longer than `time`. Unlike a task group, it does not wait for `body`
/// then.
public func within<Value: Sendable>(_ time: Duration, _ body: @escaping @Sendable () async -> Value?) async -> Value? {
    await withCheckedContinuation { continuation in
        let waiting = Waiting(continuation)
        let late = Task {
            try? await Task.sleep(for: time)
            waiting.resume(nil)
        }
        Task {
            waiting.resume(await body())
            late.cancel()
        }
    }
}

/// A continuation that is resumed once.
private final class Waiting<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

    init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

    func resume(_ value: Value?) {
        continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }?.resume(returning: value)
    }
}
