import Synchronization

/// Sends words on a channel to the other processes that listen to it.
///
/// A word may be lost. Those of `gatherTime` are sent together and in a transaction of their own, because `NOTIFY` makes
/// commits wait for each other.
public final class GatheredNotifications: Sendable {
    /// How long words wait for others.
    public static let gatherTime = Duration.milliseconds(5)
    /// A notification has less than 8,000 bytes.
    private static let maximumBytes = 7_900

    private let database: Database
    private let channel: String
    /// Names this process, which needs no words of its own.
    private let sender = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let waiting = Mutex<Set<String>>([])

    public init(_ database: Database, channel: String) {
        self.database = database
        self.channel = channel
    }

    /// - Parameter words: without spaces, at most 100 bytes each.
    public func send(_ words: [String]) {
        guard !words.isEmpty else { return }
        let isFirst = waiting.withLock { waiting in
            defer { waiting.formUnion(words) }
            return waiting.isEmpty
        }
        guard isFirst else { return }
        Task { await send() }
    }

    private func send() async {
        // Nobody cancels this task.
        try? await Task.sleep(for: Self.gatherTime)
        let words = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        var payloads: [String] = []
        for word in words {
            if let last = payloads.last, last.utf8.count + 1 + word.utf8.count <= Self.maximumBytes {
                payloads[payloads.count - 1] += " \(word)"
            } else {
                payloads.append("\(sender) \(word)")
            }
        }
        // Where it fails, those who look find what has changed.
        _ = try? await database.run(payloads.map { Query("SELECT pg_notify($1, $2)", channel, $0) })
    }

    /// The words of another process; none where they are of this one.
    public func words(in notification: Notification) -> [Substring] {
        let words = notification.payload.split { $0 == " " }
        guard let first = words.first, first != sender else { return [] }
        return Array(words.dropFirst())
    }
}
