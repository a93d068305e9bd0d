import HTTP
import Synchronization

/// Identifies one call of `send`: when it began, whether it was cancelled, and whether it is over.
final class RequestToken: Sendable {
    let start = ContinuousClock.now
    private let cancelled = Atomic(false)
    private let over = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// To be called before the loop is notified, so that a request that starts after its own cancellation sees it.
    func cancel() { cancelled.store(true, ordering: .releasing) }

    /// Whether there is an answer or an error. Read on the loop's thread only, where it is set.
    var isOver: Bool { over.load(ordering: .relaxed) }

    func end() { over.store(true, ordering: .relaxed) }
}

extension ClientRequest {
    /// That there is no answer to this, and why.
    func error(_ reason: TransportError.Reason, _ detail: String) -> TransportError {
        TransportError(reason, method: method, url: url, detail: detail)
    }
}
