public import Chat
internal import PostgreSQL

extension PostgreSQLChatStore: HealthCheck {
    /// Whether the server answers, has the tables, and accepts writes.
    public func check() async throws(ChatError) {
        let rows = try await run([
            Query("SELECT 1 FROM users LIMIT 1"),
            Query("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'"),
        ])
        if rows[1].first?.boolean(0) == true {
            throw ChatError(.notWritable("the PostgreSQL server is read-only"), during: "check")
        }
    }
}
