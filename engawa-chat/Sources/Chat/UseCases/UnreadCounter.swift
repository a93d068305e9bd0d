/// The unread messages of a person in a conversation.
public struct Unread: Sendable, Equatable {
    /// The messages after the read mark that were looked at, including own and system messages; empty for a list, which
    /// needs only numbers.
    public let ids: Set<MessageID>
    /// The number of messages from others among them.
    public let count: Int
    /// Whether there are more than were looked at.
    public let isMore: Bool
    /// The oldest of those that count, among the messages that were looked at.
    public let first: MessageID?
    /// When `first` was sent.
    public let firstMoment: Timestamp?
    /// The newest message after the read mark.
    public let newest: MessageID?
    /// How many messages follow the read mark, as the backend counts them.
    public let behind: Int
    /// How many of those that count mention the person; zero where that was not asked for.
    public var mentions = 0

    public static let none = Unread(
        ids: [], count: 0, isMore: false, first: nil, firstMoment: nil, newest: nil, behind: 0)
}

/// Counts the unread messages from others; backends also count own and system messages.
public struct UnreadCounter: Sendable {
    /// The maximum number of messages that are looked at.
    public static let maximum = 100

    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    public func unread(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Unread {
        let behind = try await repositories.readMarks.unreadCount(in: conversation, for: user)
        guard behind > 0 else { return .none }
        let newest = try await repositories.messages.messages(
            in: conversation, as: user, before: nil, limit: min(behind, Self.maximum))
        return Unread(behind, of: newest.reversed()[...], ids: Set(newest.map(\.id)), for: user)
    }

    /// For a list: counts those that mention the person, too.
    public func unread(in conversation: Conversation, for user: UserID) async throws(ChatError) -> Unread {
        let behind = try await repositories.readMarks.unreadCount(in: conversation.id, for: user)
        guard behind > 0 else { return .none }
        return try await repositories.messages.unread(behind, in: conversation, for: user)
    }
}

extension Unread {
    /// For a list.
    ///
    /// - Parameters:
    ///   - behind: how many messages follow the read mark, as the backend counts them.
    ///   - messages: the newest ones, at most `UnreadCounter.maximum`, oldest first.
    public init(_ behind: Int, of messages: ArraySlice<Message>, in conversation: Conversation, for user: UserID) {
        self.init(behind, of: messages, for: user) { conversation.mentions(user, in: $0) }
    }

    fileprivate init(
        _ behind: Int, of messages: ArraySlice<Message>, ids: Set<MessageID> = [], for user: UserID,
        isMention: (_ text: String) -> Bool = { _ in false }
    ) {
        var count = 0
        var mentions = 0
        var first: Int?
        // By index: a copy of each message would be most of the work of a list.
        for index in messages.indices {
            guard let sender = messages[index].sender, sender != user else { continue }
            count += 1
            if first == nil { first = index }
            if messages[index].mayMention, let text = messages[index].text, isMention(text) { mentions += 1 }
        }
        self.init(
            ids: ids, count: count, isMore: behind > messages.count, first: first.map { messages[$0].id },
            firstMoment: first.map { messages[$0].createdAt }, newest: messages.last?.id, behind: behind,
            mentions: mentions)
    }
}
