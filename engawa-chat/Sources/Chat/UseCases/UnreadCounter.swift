/// The unread messages of a person in a conversation.
public struct Unread: Sendable, Equatable {
    /// The messages after the read mark that were looked at, including own and system messages.
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
        return unread(
            behind, for: user,
            newest: try await repositories.messages.messages(
                in: conversation, as: user, before: nil, limit: min(behind, Self.maximum)))
    }

    /// For a list: counts those that mention the person, too.
    public func unread(in conversation: Conversation, for user: UserID) async throws(ChatError) -> Unread {
        let behind = try await repositories.readMarks.unreadCount(in: conversation.id, for: user)
        guard behind > 0 else { return .none }
        return unread(
            behind, for: user,
            newest: try await repositories.messages.listed(
                min(behind, Self.maximum), in: conversation.id, as: user)
        ) { conversation.mentions(user, in: $0) }
    }

    private func unread(
        _ behind: Int, for user: UserID, newest: [Message], isMention: (_ text: String) -> Bool = { _ in false }
    ) -> Unread {
        let counting = newest.filter { $0.sender.map { $0 != user } ?? false }
        return Unread(
            ids: Set(newest.map(\.id)), count: counting.count, isMore: behind > newest.count,
            first: counting.last?.id, firstMoment: counting.last?.createdAt, newest: newest.first?.id, behind: behind,
            mentions: counting.filter { $0.text.map(isMention) ?? false }.count)
    }
}
