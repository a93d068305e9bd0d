import Chat
internal import SQLite
internal import Sending

extension ChatStore {
    /// Takes over the drafts and the keys of the last day that earlier versions kept in a database beside the chat, as far
    /// as they are of this chat. What belongs to the chat of another backend stays there.
    ///
    /// - Parameter path: that database. To be called before drafts are read.
    public func moveSending(from path: String) throws {
        _ = try SendLedgerDatabase(.file(path))
        var connection = try Connection(location)
        try connection.run("ATTACH ? AS ledger", path)
        // Should only one of the two files be written before a crash, the next start does the same again.
        try connection.transaction { connection in
            try connection.execute(Self.movingDrafts)
            try connection.run(
                """
                UPDATE OR IGNORE messages SET send_key = sending.key FROM ledger.sending
                WHERE messages.id = sending.message_id AND sending.began_at >= ?
                """, clock.now().adding(.zero - Self.keyMemory).milliseconds)
            try connection.run(
                "DELETE FROM ledger.sending WHERE EXISTS (SELECT 1 FROM messages WHERE messages.id = message_id)")
        }
    }

    private static let movingDrafts = """
        CREATE TEMP VIEW moved AS SELECT draft.* FROM ledger.draft JOIN participants
            ON participants.conversation = draft.conversation_id AND participants.user = draft.user_id;
        INSERT OR IGNORE INTO main.draft SELECT * FROM moved;
        DELETE FROM ledger.draft WHERE (user_id, conversation_id) IN (SELECT user_id, conversation_id FROM moved);
        """
}
