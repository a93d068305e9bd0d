import HTTP
import Synchronization

/// What tells one call of `send` from another: since when somebody waits, and whether they still do.
final class Ticket: Sendable {
    let start = ContinuousClock.now
    private let cancelled = Atomic(false)
    private let over = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Comes before the mailbox is told, so that a start which arrives after its own cancellation sees it.
    func cancel() { cancelled.store(true, ordering: .releasing) }

    /// Whether there is an answer, or an error. Only the loop asks, on whose thread it is told.
    var isOver: Bool { over.load(ordering: .relaxed) }

    func end() { over.store(true, ordering: .relaxed) }
}

extension ClientRequest {
    /// That there is no answer to this, and why.
    func error(_ reason: TransportError.Reason, _ detail: String) -> TransportError {
        TransportError(reason, method: method, url: url, detail: detail)
    }
}
