internal import Sending

extension Schema {
    /// The key of the form that sent a message (`SendKey.hash`), until it is deleted, and the drafts, so that sending a
    /// message is one transaction. The indexes contain only messages with a key.
    static let sending =
        """
        ALTER TABLE messages ADD COLUMN send_key BLOB;
        CREATE UNIQUE INDEX messages_by_send_key ON messages (send_key) WHERE send_key IS NOT NULL;
        CREATE INDEX messages_with_send_key ON messages (created_at) WHERE send_key IS NOT NULL;

        """ + Drafts.schema

    /// The key of the form that was to send a draft.
    static let draftKeys = Drafts.keySchema

    /// The message that a draft replies to.
    static let draftReplies = Drafts.replySchema
}
