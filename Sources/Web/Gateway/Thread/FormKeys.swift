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

    private struct Entry {
        let key: FormKey
        /// The person's newest message when the key was made.
        let sent: MessageID?
    }

    private let keys = Mutex(RecentValues<Form, Entry>(maximum: maximum))

    var count: Int { keys.withLock { $0.count } }

    /// - Parameter sent: the person's newest message in the conversation, as far as it is known. With another one there is
    ///   another key: it may have been sent with this one, through another process.
    func key(for session: String, in conversation: ConversationID, after sent: MessageID? = nil) -> FormKey {
        let form = Form(session: session, conversation: conversation)
        return keys.withLock { keys in
            let known = keys[form]
            if let known, sent == nil || sent == known.sent { return known.key }
            let entry = Entry(key: .random(), sent: sent)
            keys[form] = entry
            return entry.key
        }
    }

    /// Drops the key, because a message was sent with it.
    func expire(_ key: FormKey, of session: String, in conversation: ConversationID) {
        let form = Form(session: session, conversation: conversation)
        keys.withLock { if $0[form]?.key == key { $0[form] = nil } }
    }
}
