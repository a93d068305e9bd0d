public import Chat
internal import SQLite

extension ChatStore: HealthCheck {
    /// Reads a page of the database, and sees whether it can be written to.
    public func check() async throws(ChatError) {
        try read { connection in _ = try connection.row("SELECT 1 FROM users LIMIT 1") { _ in } }
        do { try await database.checkWriting() } catch { throw ChatError(error, during: #function) }
    }
}
