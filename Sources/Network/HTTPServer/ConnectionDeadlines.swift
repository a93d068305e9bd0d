import HTTP

/// The bounds on what the connections of a loop are doing.
///
/// Used on the loop's thread only.
struct ConnectionDeadlines {
    /// Connections that wait for the head of a request; that receive a body; that send an answer.
    let waiting, receiving, sending: DeadlineQueue
    /// Connections that transfer a file, in either direction. They go on as long as there is progress.
    let transferring: DeadlineQueue
    private let progress: Int

    init(_ limits: ServerLimits) {
        waiting = DeadlineQueue(limits.headTime)
        receiving = DeadlineQueue(limits.uploadTime)
        sending = DeadlineQueue(limits.answerTime)
        transferring = DeadlineQueue(limits.transferTime)
        progress = limits.transferProgress.bytes
    }

    /// When the earliest deadline passes.
    var next: ContinuousClock.Instant? {
        [waiting, receiving, sending, transferring].compactMap(\.nextDeadline).min()
    }

    /// Takes out a connection whose time is over, with what is said of it in the log.
    func takeLate(_ now: ContinuousClock.Instant) -> (ServedConnection, reason: String)? {
        for queue in [waiting, receiving, sending] {
            if let late = queue.takeExpired(now) { return (late, "late") }
        }
        while let due = transferring.takeExpired(now) {
            guard due.takeProgress() >= progress else { return (due, "a stalled transfer") }
            transferring.append(due, now)
        }
        return nil
    }
}
