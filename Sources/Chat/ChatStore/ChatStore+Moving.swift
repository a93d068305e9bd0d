import Chat
internal import ChatRecords
internal import SQLite
internal import Sending

extension ChatStore {
    /// Moves drafts, and the keys of the last day, from the separate database of earlier versions. Rows that belong to the
    /// chat of another backend stay there. Call it before drafts are read.
    ///
    /// - Parameter path: the separate database.
    public func moveSending(from path: String) throws {
        _ = try SendLedgerDatabase(.file(path))
        var connection = try Connection(location)
        try connection.run("ATTACH ? AS ledger", path)
        // If a crash leaves only one of the two files written, the next start repeats it.
        try connection.transaction { connection in
            try connection.execute(Self.movingDrafts)
            try connection.run(
                """
                UPDATE OR IGNORE messages SET send_key = sending.key FROM ledger.sending
                WHERE messages.id = sending.message_id AND sending.began_at >= ?
                """, clock.now().adding(.zero - SendKey.memory).milliseconds)
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
