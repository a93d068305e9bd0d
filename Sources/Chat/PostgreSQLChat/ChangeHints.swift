internal import Chat
internal import ChatRecords
internal import PostgreSQL

/// Tells the other processes which streams have changed, after that is committed.
///
/// A hint may be lost, for nothing depends on it but time: `ChangeFeed` also looks once a second.
public final class ChangeHints: Sendable {
    static let channel = "engawa_changes"

    private let notifications: GatheredNotifications

    init(_ database: Database) { notifications = GatheredNotifications(database, channel: Self.channel) }

    /// A stream has changed, and the change is committed.
    func note(_ streams: ChangeStream...) { notifications.send(streams.map(\.text)) }

    /// The streams that a notification of another process names; none where it is of this one.
    func streams(in notification: Notification) -> [ChangeStream] {
        notifications.words(in: notification).compactMap { ChangeStream(text: $0) }
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
