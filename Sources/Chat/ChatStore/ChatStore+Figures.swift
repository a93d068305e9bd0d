public import Chat
public import ChatRecords
internal import SQLite

extension ChatStore: CountedChat {
    /// Counts the people, and reads the number of the last message: rows of messages stay, so counting them would take as
    /// long as there are many and tell the same. What is new is read from the counts that are kept of it
    /// (`Schema.counts`). In the pool.
    public func figures() async throws(ChatError) -> ChatFigures {
        let first = ChatFigures.firstQuarter(at: clock.now())
        return try await longRead { connection in
            let files = try connection.row(ChatFigures.filesQuery) { (Int($0.integer(0)), $0.integer(1)) } ?? (0, 0)
            return ChatFigures(
                people: try connection.row(ChatFigures.peopleQuery) { Int($0.integer(0)) } ?? 0,
                messages: try connection.row("SELECT max(number) FROM messages") { Int($0.integer(0)) } ?? 0,
                files: files.0, bytesOfFiles: files.1,
                newPeople: try connection.rows(ChatFigures.newPeopleQuery, first * ChatFigures.interval) { $0.count },
                newMessages: try connection.rows(ChatFigures.newMessagesQuery, first) { $0.count })
        }
    }
}

extension ChatFigures {
    static let peopleQuery = "SELECT count(*) FROM users WHERE deleted_at IS NULL"
    static let filesQuery = "SELECT files, bytes FROM file_totals WHERE user = ''"
    /// Given the moment from which on people are counted.
    static let newPeopleQuery = """
        SELECT created_at / \(interval), count(*) FROM users
        WHERE created_at >= ? AND deleted_at IS NULL GROUP BY 1 ORDER BY 1
        """
    /// Given the first quarter of an hour.
    static let newMessagesQuery = "SELECT quarter, messages FROM message_counts WHERE quarter >= ? ORDER BY quarter"
}

extension Statement {
    fileprivate var count: ChatFigures.Count { ChatFigures.Count(quarter: integer(0), count: Int(integer(1))) }
}
