/// Waits for the result of `body`, but at most for `time`, and not once the caller is cancelled: then returns `nil`, while
/// `body` goes on.
public func within<Value: Sendable>(_ time: Duration, _ body: @escaping @Sendable () async -> Value?) async -> Value? {
    let waiting = Waiting<Value>()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            guard waiting.begin(continuation) else { return continuation.resume(returning: nil) }
            let late = Task {
                try? await Task.sleep(for: time)
                waiting.resume(nil)
            }
            Task {
                waiting.resume(await body())
                late.cancel()
            }
        }
    } onCancel: {
        waiting.resume(nil)
    }
}

/// A continuation that is resumed once.
private final class Waiting<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value?, Never>)
        case ended
    }

    private let state = Lock(State.new)

    /// - Returns: `false` if it has been resumed already.
    func begin(_ continuation: CheckedContinuation<Value?, Never>) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
    }

    func resume(_ value: Value?) {
        let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume(returning: value)
    }
}
