public import Chat

/// Which messages of one conversation call a person, instead of what the person has chosen for all conversations.
public struct NotificationLevel: Sendable, Hashable {
    public enum Level: String, Sendable, CaseIterable {
        case all
        /// In a group those that mention the person; in a direct conversation all.
        case mentions
        case nothing
    }

    public let level: Level
    /// When it ends; `nil` for never.
    public let until: Timestamp?

    public init(_ level: Level, until: Timestamp? = nil) {
        self.level = level
        self.until = until
    }

    /// Whether it still holds.
    public func isInForce(at now: Timestamp) -> Bool { until.map { now < $0 } ?? true }
}

public typealias NotificationLevels = [ConversationID: NotificationLevel]
