import Bytes
import Chat

// What a person's open pages are told of a draft. Without an id, because each such event replaces the one before.
extension EventWriter {
    /// A longer draft is not sent: a page that shows the conversation reads it anew. In bytes of UTF-8.
    private static let maximumDraftBytes = 16 << 10

    /// A draft was kept, or dropped if its text is empty.
    static func draft(
        _ draft: Draft, in conversation: ConversationID, from page: FormKey?, maximumBytes: Int = maximumDraftBytes
    ) -> [UInt8] {
        event(conversation, page) { json in
            if draft.text.utf8.count <= maximumBytes { json.member("text", draft.text) }
            json.member("key", draft.key?.description)
            json.member("reply", draft.reply?.description)
        }
    }

    /// By so much of its beginning pages recognize what was sent, in Unicode scalars.
    private static let maximumSentScalars = 200

    /// A message was sent, so its draft was dropped.
    static func sent(_ text: String, in conversation: ConversationID, from page: FormKey?) -> [UInt8] {
        let beginning = text.unicodeScalars.prefix(maximumSentScalars)
        return event(conversation, page) { json in
            json.member("sent", String(String.UnicodeScalarView(beginning)))
            json.member("isCut", beginning.endIndex < text.unicodeScalars.endIndex)
        }
    }

    private static func event(
        _ conversation: ConversationID, _ page: FormKey?, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let payload = EventPayload(name: "draft") { json in
            json.member("conversation", conversation.description)
            json.member("page", page?.description)
            members(&json)
        }
        return bytes(id: nil, payload)
    }
}
