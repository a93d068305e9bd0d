import Synchronization

/// Short messages from each process that uses a database to all others, by `NOTIFY`
/// (https://www.postgresql.org/docs/15/sql-notify.html). One may be lost, so nothing may depend on it but time.
///
/// What is sent within `gatherTime` is sent together and in a transaction of its own, because `NOTIFY` makes commits wait
/// for each other.
public final class Signals: Sendable {
    /// How long a signal waits for others.
    static let gatherTime = Duration.milliseconds(5)
    /// How many bytes one notification has, which must be less than 8,000.
    static let maximumBytes = 7_900
    /// How many signals wait to be sent; further ones are lost.
    static let maximumWaiting = 10_000

    private let database: Database
    private let channel: String
    private let gatherTime: Duration
    /// Names this process, which does not hear itself.
    private let sender: String
    private let handlers = Mutex<[String: @Sendable (Substring) -> Void]>([:])
    private let waiting = Mutex(Waiting())

    private struct Waiting {
        var lines: [String] = []
        /// Those that are sent once, however often they are sent meanwhile.
        var known: Set<String> = []
    }

    public convenience init(_ database: Database, channel: String = "engawa_signals") {
        self.init(database, channel: channel, gatherTime: Self.gatherTime)
    }

    init(_ database: Database, channel: String = "engawa_signals", gatherTime: Duration) {
        self.database = database
        self.channel = channel
        self.gatherTime = gatherTime
        sender = String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// Sends a signal after `gatherTime`.
    ///
    /// - Parameters:
    ///   - topic: a word.
    ///   - text: one line.
    ///   - isRepeatable: whether it counts each time; otherwise it is sent once where it is sent again meanwhile.
    public func send(_ topic: String, _ text: String, isRepeatable: Bool = false) {
        let line = "\(topic) \(text)"
        let isFirst = waiting.withLock { waiting in
            guard waiting.lines.count < Self.maximumWaiting,
                isRepeatable || waiting.known.insert(line).inserted
            else { return false }
            waiting.lines.append(line)
            return waiting.lines.count == 1
        }
        guard isFirst else { return }
        Task { await sendWaiting() }
    }

    private func sendWaiting() async {
        // Nobody cancels this task.
        try? await Task.sleep(for: gatherTime)
        let lines = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.lines
        }
        // A signal may be lost.
        _ = try? await database.run(payloads(of: lines).map { Query("SELECT pg_notify($1, $2)", channel, $0) })
    }

    /// The sender, and the lines, in parts that are small enough.
    private func payloads(of lines: [String]) -> [String] {
        var payloads: [String] = []
        for line in lines where sender.utf8.count + 1 + line.utf8.count <= Self.maximumBytes {
            if let last = payloads.last, last.utf8.count + 1 + line.utf8.count <= Self.maximumBytes {
                payloads[payloads.count - 1] += "\n" + line
            } else {
                payloads.append("\(sender)\n\(line)")
            }
        }
        return payloads
    }

    /// Hands the signals of a topic to `handler`, on an event loop and in the order in which a process sent them.
    public func handle(_ topic: String, _ handler: @escaping @Sendable (Substring) -> Void) {
        handlers.withLock { $0[topic] = handler }
    }

    /// What is told to the operator.
    public enum Report: Sendable, Equatable {
        case listening
        /// What others tell is not heard, for this reason.
        case notListening(String)
    }

    /// Listens until the task is cancelled.
    ///
    /// - Parameter began: called each time when from now on everything is heard; what was sent before may be missing.
    public func run(began: @escaping @Sendable () -> Void, report: @escaping @Sendable (Report) -> Void) async {
        await Listener(database, channel: channel).run {
            report(.listening)
            began()
        } heard: {
            self.hear($0)
        } lost: {
            report(.notListening("\($0)"))
        }
    }

    private func hear(_ notification: Notification) {
        let lines = notification.payload.split(separator: "\n")
        guard let first = lines.first, first != sender else { return }
        for line in lines.dropFirst() {
            guard let end = line.firstIndex(of: " ") else { continue }
            handlers.withLock { $0[String(line[..<end])] }?(line[line.index(after: end)...])
        }
    }
}
