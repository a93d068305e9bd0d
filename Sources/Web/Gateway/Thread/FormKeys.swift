import Chat
import Concurrency
import Synchronization

/// The idempotency keys in message forms (`FormKey`).
///
/// A session gets the same key for a conversation until a message is sent with it. So a page that is loaded again has the
/// same bytes, and `PageCache` and `If-None-Match` work; after sending, the same text with the next key is another
/// message. Tabs of one session may share a key, and the same text sent from two of them is one message, as if one form
/// were sent twice: the server can't distinguish these cases, because a tab may show a page from the browser's cache.
/// With scripts enabled, each message has its own key (`send.js`).
final class FormKeys: Sendable {
    private struct Form: Hashable {
        let session: String
        let conversation: ConversationID
    }

    /// The maximum number of keys. Pages with dropped keys get new ones when they are loaded again.
    static let maximum = 10_000

    private let keys = Mutex(RecentValues<Form, FormKey>(maximum: maximum))

    var count: Int { keys.withLock { $0.count } }

    func key(for session: String, in conversation: ConversationID) -> FormKey {
        let form = Form(session: session, conversation: conversation)
        return keys.withLock { keys in
            if let key = keys[form] { return key }
            let key = FormKey.random()
            keys[form] = key
            return key
        }
    }

    /// Drops the key, because a message was sent with it.
    func expire(_ key: FormKey, of session: String, in conversation: ConversationID) {
        let form = Form(session: session, conversation: conversation)
        keys.withLock { if $0[form] == key { $0[form] = nil } }
    }
}
