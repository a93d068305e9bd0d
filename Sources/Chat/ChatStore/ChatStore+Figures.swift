public import Chat
internal import SQLite

/// How much a store holds.
public struct ChatFigures: Sendable, Equatable {
    /// How many there were in a quarter of an hour.
    public struct Count: Sendable, Equatable {
        public let start: Timestamp
        public let count: Int
    }

    /// The days of which `newPeople` and `newMessages` tell: those of a chart, and one more for time zones.
    public static let days = 31
    /// The time that is counted together, in milliseconds: a quarter of an hour, with which the days of all time zones
    /// begin.
    static let interval: Int64 = 900_000

    /// Those who were not deleted.
    public let people: Int
    /// All that were ever stored, also those that were deleted, and notices of joining and leaving.
    public let messages: Int
    /// Those of the last days who were not deleted, by when they registered; the oldest first.
    public let newPeople: [Count]
    /// The texts of the last days, also those that were deleted; the oldest first.
    public let newMessages: [Count]
}

extension ChatStore {
    /// Counts the people, and reads the number of the last message: rows of messages stay, so counting them would take as
    /// long as there are many and tell the same. What is new is read from the counts that are kept of it
    /// (`Schema.counts`). In the pool.
    public func figures() async throws(ChatError) -> ChatFigures {
        let first = clock.now().milliseconds / ChatFigures.interval - ChatFigures.intervals
        return try await longRead { connection in
            ChatFigures(
                people: try connection.row(ChatFigures.peopleQuery) { Int($0.integer(0)) } ?? 0,
                messages: try connection.row("SELECT max(number) FROM messages") { Int($0.integer(0)) } ?? 0,
                newPeople: try connection.rows(ChatFigures.newPeopleQuery, first * ChatFigures.interval) { $0.count },
                newMessages: try connection.rows(ChatFigures.newMessagesQuery, first) { $0.count })
        }
    }
}

extension ChatFigures {
    fileprivate static let intervals = Int64(days) * 86_400_000 / interval

    static let peopleQuery = "SELECT count(*) FROM users WHERE deleted_at IS NULL"
    /// Given the moment from which on people are counted.
    static let newPeopleQuery = """
        SELECT created_at / \(interval), count(*) FROM users
        WHERE created_at >= ? AND deleted_at IS NULL GROUP BY 1 ORDER BY 1
        """
    /// Given the first quarter of an hour.
    static let newMessagesQuery = "SELECT quarter, messages FROM message_counts WHERE quarter >= ? ORDER BY quarter"
}

extension Statement {
    fileprivate var count: ChatFigures.Count {
        ChatFigures.Count(
            start: Timestamp(milliseconds: integer(0) * ChatFigures.interval), count: Int(integer(1)))
    }
}
