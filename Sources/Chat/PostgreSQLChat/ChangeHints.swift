internal import Chat
public import ChatRecords
internal import PostgreSQL
import Synchronization

/// Tells the other processes which streams have changed, after that is committed.
///
/// A hint may be lost, for nothing depends on it but time: `ChangeFeed` also looks once a second. What is hinted at within
/// `gatherTime` is sent together and in a transaction of its own, because `NOTIFY` makes commits wait for each other.
public final class ChangeHints: Sendable {
    static let channel = "engawa_changes"
    /// How long hints wait for others.
    static let gatherTime = Duration.milliseconds(5)
    /// How many streams one notification names: less than 8,000 bytes.
    static let streamsPerNotification = 200

    private let database: Database
    /// Names this process, which needs no hints of its own.
    let sender = UserID.random().description
    private let waiting = Mutex<Set<ChangeStream>>([])

    init(_ database: Database) { self.database = database }

    /// A stream has changed, and the change is committed.
    func note(_ streams: ChangeStream...) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting.formUnion(streams) }
            return waiting.isEmpty
        }
        guard isFirst else { return }
        Task { await send() }
    }

    private func send() async {
        // Nobody cancels this task.
        try? await Task.sleep(for: Self.gatherTime)
        let streams = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting.map(\.text)
        }
        let payloads = stride(from: 0, to: streams.count, by: Self.streamsPerNotification).map { start in
            ([sender] + streams[start...].prefix(Self.streamsPerNotification)).joined(separator: " ")
        }
        // Where it fails, those who look find the changes.
        _ = try? await database.run(payloads.map { Query("SELECT pg_notify($1, $2)", Self.channel, $0) })
    }

    /// The streams that a notification of another process names; none where it is of this one.
    func streams(in notification: Notification) -> [ChangeStream] {
        let words = notification.payload.split { $0 == " " }
        guard let first = words.first, first != sender else { return [] }
        return words.dropFirst().compactMap { ChangeStream(text: $0) }
    }
}

extension ChangeStream {
    /// `c` or `p` and the id.
    var text: String {
        switch self {
        case .conversation(let id): "c\(id)"
        case .person(let id): "p\(id)"
        }
    }

    fileprivate init?(text: Substring) {
        let id = String(text.dropFirst())
        switch text.first {
        case "c": guard let id = ConversationID(id) else { return nil }; self = .conversation(id)
        case "p": guard let id = UserID(id) else { return nil }; self = .person(id)
        default: return nil
        }
    }

    var id: String {
        switch self {
        case .conversation(let id): id.description
        case .person(let id): id.description
        }
    }
}
