internal import Chat
internal import ChatRecords
internal import PostgreSQL

/// Tells the other processes which streams have changed, after that is committed.
///
/// A hint may be lost, for nothing depends on it but time: `ChangeFeed` also looks once a second.
struct ChangeHints: Sendable {
    static let topic = "changed"

    let signals: Signals

    /// A stream has changed, and the change is committed.
    func note(_ streams: ChangeStream...) { for stream in streams { signals.send(Self.topic, stream.text) } }

    /// Calls `body` with each stream that another process has changed.
    func handle(_ body: @escaping @Sendable (ChangeStream) -> Void) {
        signals.handle(Self.topic) { text in
            if let stream = ChangeStream(text: text) { body(stream) }
        }
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
