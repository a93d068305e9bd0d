public import Chat

/// How much the site holds, as counted last.
public struct SiteFigures: Sendable {
    /// How many there were from a moment on, within a part of a day that no time zone divides.
    public struct Count: Sendable {
        public let start: Timestamp
        public let count: Int

        public init(start: Timestamp, count: Int) {
            self.start = start
            self.count = count
        }
    }

    /// What an embedded chat holds.
    public struct Chat: Sendable {
        public let people: Int
        public let messages: Int
        /// Of the last `ChartDays.count` days and one more, the oldest first.
        public let newPeople: [Count]
        public let newMessages: [Count]

        public init(people: Int, messages: Int, newPeople: [Count], newMessages: [Count]) {
            self.people = people
            self.messages = messages
            self.newPeople = newPeople
            self.newMessages = newMessages
        }
    }

    public let moment: Timestamp
    /// `nil` before a remote backend, which alone knows.
    public let chat: Chat?
    /// The sessions that have not ended; `nil` where they could not be counted.
    public let sessions: Int?
    /// The databases by file name, each with its size in bytes.
    public let databases: [(file: String, bytes: Int)]
    /// The disk of the data folder, in bytes; `nil` where it could not be looked at.
    public let disk: (free: Int, size: Int)?

    public init(
        moment: Timestamp, chat: Chat?, sessions: Int?, databases: [(file: String, bytes: Int)],
        disk: (free: Int, size: Int)?
    ) {
        self.moment = moment
        self.chat = chat
        self.sessions = sessions
        self.databases = databases
        self.disk = disk
    }
}
