public import Chat
internal import SQLite

/// How much a store holds.
public struct ChatFigures: Sendable, Equatable {
    public let people: Int
    /// All that were ever stored, also those that were deleted, and notices of joining and leaving.
    public let messages: Int
}

extension ChatStore {
    /// Counts the people, and reads the number of the last message: rows of messages stay, so counting them would take as
    /// long as there are many and tell the same. In the pool.
    public func figures() async throws(ChatError) -> ChatFigures {
        try await longRead { connection in
            try connection.row("SELECT (SELECT count(*) FROM users), (SELECT max(number) FROM messages)") { row in
                ChatFigures(people: Int(row.integer(0)), messages: Int(row.integer(1)))
            }
        } ?? ChatFigures(people: 0, messages: 0)
    }
}
