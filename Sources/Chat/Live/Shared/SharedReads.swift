public import Chat

/// What the processes before one backend know of its conversations together, so that one of them reads a conversation for all.
///
/// Who reads has the lease of the conversation, with an end and a token. Changes that are made at one process, and what
/// reads brought, are numbered in one sequence for each conversation.
public protocol SharedReads: Sendable {
    /// Takes or renews the lease of a conversation, or brings what the others know, where one of them has it or has read
    /// the conversation lately.
    func begin(_ request: ReadRequest) async throws -> ReadBeginning
    /// Gives the others what a read under a lease has brought.
    ///
    /// - Parameter page: `nil` where the read has failed: then the lease ends.
    /// - Returns: the number of the page; `nil` where another process has taken the lease since: then nothing is stored.
    func finish(_ lease: ReadLease, with page: ReadPage?) async throws -> Int64?
    /// Tells the others of a change that was made here, after the backend has answered.
    /// - Returns: its number.
    func add(_ change: SharedChange, in conversation: ConversationID) async throws -> Int64
    /// Tells the others that people have joined a conversation; may be lost.
    func announce(_ conversation: ConversationID, to people: [UserID])
}

/// That a conversation is to be read.
public struct ReadRequest: Sendable, Hashable {
    public var conversation: ConversationID
    /// How many messages are needed.
    public var count: Int
    /// How old may be what another process has read.
    public var maximumAge: Duration
    /// How long the lease lasts.
    public var lease: Duration
    /// Whether the lease is kept after the read; else others may read then.
    public var keepsLease: Bool
    /// What is known here already.
    public var known: SharedPosition
}

/// What a process has taken in of what the others know of a conversation.
public struct SharedPosition: Sendable, Hashable {
    /// The number of the last change; 0 for none.
    public var change: Int64 = 0
    /// The number of the last page; 0 for none.
    public var page: Int64 = 0

    public init() {}
}

public enum ReadBeginning: Sendable {
    /// This process reads.
    case lease(ReadLease)
    /// Another one does, or has.
    case news(SharedNews)
}

/// The right to read a conversation for all.
public struct ReadLease: Sendable, Hashable {
    public let conversation: ConversationID
    /// Grows with each lease of the conversation.
    public let token: Int64

    public init(conversation: ConversationID, token: Int64) {
        self.conversation = conversation
        self.token = token
    }
}

/// The newest messages of a conversation, newest first, as the backend gave them to one of its members.
public struct ReadPage: Sendable, Hashable {
    public let messages: [Message]
    /// How many were asked for.
    public let limit: Int

    public init(messages: [Message], limit: Int) {
        self.messages = messages
        self.limit = limit
    }

    /// How many of the newest messages are known by it; any number where it has all.
    public var reach: Int { messages.count < limit ? .max : limit }
}

/// Something that was changed at one process.
public enum SharedChange: Sendable, Hashable, Codable {
    case posted(Message)
    case deleted(MessageID)
    case edited(Message)
    case reacted(Reaction)
    case unreacted(String, message: MessageID, by: UserID)
    case joined(UserID)
    case left(UserID)
    /// Which messages are pinned, or the settings and roles of a group.
    case pins

    /// The message that is changed.
    var message: MessageID? {
        switch self {
        case .posted(let message), .edited(let message): message.id
        case .deleted(let id): id
        case .reacted(let reaction): reaction.message
        case .unreacted(_, let id, _): id
        case .joined, .left, .pins: nil
        }
    }
}

/// What the processes know of a conversation.
public struct SharedNews: Sendable {
    public struct Change: Sendable {
        public let number: Int64
        /// `nil` for one that was made here, and for a kind that a newer version writes.
        public let change: SharedChange?

        public init(number: Int64, change: SharedChange?) {
            self.number = number
            self.change = change
        }
    }

    public struct Page: Sendable {
        public let number: Int64
        /// The number of the last change before the read began: what came later may be in the page or not.
        public let begun: Int64
        /// When the read began, at the earliest: clocks differ by the time of a round trip.
        public let earliestBeginning: ContinuousClock.Instant
        /// `nil` where it is known already.
        public let content: ReadPage?

        public init(number: Int64, begun: Int64, earliestBeginning: ContinuousClock.Instant, content: ReadPage?) {
            self.number = number
            self.begun = begun
            self.earliestBeginning = earliestBeginning
            self.content = content
        }

        /// How old it is, at most. That grows also while this process is stopped.
        var age: Duration { .now - earliestBeginning }
    }

    public let conversation: ConversationID
    /// With these changes and this page all is known up to here.
    public let number: Int64
    /// The changes that are not known yet, in their order.
    public let changes: [Change]
    /// The newest one.
    public let page: Page?

    public init(conversation: ConversationID, number: Int64, changes: [Change], page: Page?) {
        self.conversation = conversation
        self.number = number
        self.changes = changes
        self.page = page
    }
}

/// What takes in what other processes know.
public protocol SharedNewsReceiver: Sendable {
    /// What is known of the conversations that are kept here.
    func positions() -> [ConversationID: SharedPosition]
    func take(_ news: SharedNews) async
    /// A person may have joined a conversation.
    func lookForMembership(of person: UserID, in conversation: ConversationID) async
    /// What people alone see of conversations may have changed without being told (`LiveSignal.own`).
    func forgetPages()
}
