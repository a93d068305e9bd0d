import Chat
import Synchronization

/// The random keys that the forms for a message carry (`FormKey`).
///
/// A session gets the same key for a conversation until something is sent with it. So a page that is loaded again has the
/// same bytes, and `PageCache` and `If-None-Match` work; and what is written after something was sent is another
/// message, though its text be the same. Tabs of one session that were loaded before may share a key: the same text sent
/// in both is one message, as the same form sent twice is; nothing on the server could tell them apart, because a tab may
/// be shown from the browser's cache. With scripts on, each message gets a key of its own (`send.js`).
final class FormKeys: Sendable {
    private struct Place: Hashable {
        let session: String
        let conversation: ConversationID
    }

    /// How many are remembered. Then all are forgotten: pages that are loaded again are sent again.
    static let maximum = 10_000

    private let keys = Mutex<[Place: FormKey]>([:])

    var count: Int { keys.withLock { $0.count } }

    func key(for session: String, in conversation: ConversationID) -> FormKey {
        let place = Place(session: session, conversation: conversation)
        return keys.withLock { keys in
            if let key = keys[place] { return key }
            if keys.count >= Self.maximum { keys = [:] }
            let key = FormKey.random()
            keys[place] = key
            return key
        }
    }

    /// Something was sent with this key.
    func expire(_ key: FormKey, of session: String, in conversation: ConversationID) {
        let place = Place(session: session, conversation: conversation)
        keys.withLock { if $0[place] == key { $0[place] = nil } }
    }
}
