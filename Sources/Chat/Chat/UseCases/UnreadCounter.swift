/// What a person has not read in a conversation.
public struct Unread: Sendable, Equatable {
    /// Everything behind the read mark, as far as it was read: own and system messages too.
    public let ids: Set<MessageID>
    /// How many of them count for a person: what others said.
    public let count: Int
    /// Whether there are more than were looked at.
    public let isMore: Bool
    /// The oldest of those that count.
    public let first: MessageID?

    public static let none = Unread(ids: [], count: 0, isMore: false, first: nil)
}

/// Counts what a person means by unread: backends count own and system messages too.
public struct UnreadCounter: Sendable {
    /// How far back one looks.
    public static let maximum = 100

    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    public func unread(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Unread {
        let behind = try await repositories.readMarks.unreadCount(in: conversation, for: user)
        guard behind > 0 else { return .none }
        let newest = try await repositories.messages.messages(
            in: conversation, as: user, before: nil, limit: min(behind, Self.maximum))
        let counting = newest.filter { $0.sender.map { $0 != user } ?? false }
        return Unread(
            ids: Set(newest.map(\.id)), count: counting.count, isMore: behind > newest.count,
            first: counting.last?.id)
    }
}
