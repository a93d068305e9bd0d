/// When the requests under way run out of time.
///
/// All have the same time, so they run out in the order in which they came: a queue is enough.
/// libcurl looks at the CURLOPT_TIMEOUT_MS of a request that waits for a connection only when one becomes free,
/// and its code does not tell that from a connection that took too long to make.
struct Deadlines {
    private let time: Duration
    private var queue: [RequestToken] = []
    /// Where the queue starts; what stands before is over.
    private var first = 0

    init(after time: Duration) { self.time = time }

    mutating func append(_ token: RequestToken) { queue.append(token) }

    /// Removes completed requests from the front, and returns when the next deadline passes; `nil` if no request
    /// waits.
    mutating func next() -> (token: RequestToken, instant: ContinuousClock.Instant)? {
        while first < queue.count, queue[first].isOver { first += 1 }
        // Moving the rest costs as much as it frees.
        if first > queue.count / 2 {
            queue.removeFirst(first)
            first = 0
        }
        return queue.indices.contains(first) ? (queue[first], queue[first].start + time) : nil
    }
}
