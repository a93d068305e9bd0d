public import Chat
internal import SQLite

extension ChatStore: HealthCheck {
    /// Reads a page of the database.
    public func check() throws(ChatError) {
        try read { connection in _ = try connection.row("SELECT 1 FROM users LIMIT 1") { _ in } }
    }
}
