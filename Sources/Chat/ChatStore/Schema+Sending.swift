internal import Sending

extension Schema {
    /// The key of the form by which a message was sent (`SendKey.hash`), for as long as it is remembered, and the drafts:
    /// so that sending a message is one transaction. The indexes hold only messages whose key is remembered.
    static let sending =
        """
        ALTER TABLE messages ADD COLUMN send_key BLOB;
        CREATE UNIQUE INDEX messages_by_send_key ON messages (send_key) WHERE send_key IS NOT NULL;
        CREATE INDEX messages_with_send_key ON messages (created_at) WHERE send_key IS NOT NULL;

        """ + Drafts.schema
}
