public import Chat

/// How much a chat holds.
public struct ChatFigures: Sendable, Equatable {
    /// How many there were in a quarter of an hour.
    public struct Count: Sendable, Equatable {
        public let start: Timestamp
        public let count: Int

        public init(start: Timestamp, count: Int) {
            self.start = start
            self.count = count
        }

        /// - Parameter quarter: counted from 1970.
        public init(quarter: Int64, count: Int) {
            self.init(start: Timestamp(milliseconds: quarter * ChatFigures.interval), count: count)
        }
    }

    /// The days of which `newPeople` and `newMessages` tell: those of a chart, and one more for time zones.
    public static let days = 31
    /// The time that is counted together, in milliseconds: a quarter of an hour, with which the days of all time zones
    /// begin.
    public static let interval: Int64 = 900_000

    /// Those who were not deleted.
    public let people: Int
    /// All that were ever stored, also those that were deleted, and notices of joining and leaving.
    public let messages: Int
    /// The files of messages, and those that were not sent yet.
    public let files: Int
    /// What these take together, an equal content each time it was sent.
    public let bytesOfFiles: Int64
    /// Those of the last days who were not deleted, by when they registered; the oldest first.
    public let newPeople: [Count]
    /// The texts of the last days, also those that were deleted; the oldest first.
    public let newMessages: [Count]

    public init(
        people: Int, messages: Int, files: Int, bytesOfFiles: Int64, newPeople: [Count], newMessages: [Count]
    ) {
        self.people = people
        self.messages = messages
        self.files = files
        self.bytesOfFiles = bytesOfFiles
        self.newPeople = newPeople
        self.newMessages = newMessages
    }

    /// The first quarter of an hour of which is told, counted from 1970.
    public static func firstQuarter(at now: Timestamp) -> Int64 {
        now.milliseconds / interval - Int64(days) * 86_400_000 / interval
    }
}

/// A chat that knows how much it holds.
public protocol CountedChat: Sendable {
    func figures() async throws(ChatError) -> ChatFigures
}
