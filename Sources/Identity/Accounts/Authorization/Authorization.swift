public import Chat

/// Who may do what: the one place that says so.
public struct Authorization: Sendable {
    /// What somebody asks for.
    public enum Action: Sendable {
        /// Removing others from a group: its own admins may, and no admin of the site may look into it.
        case removeMembers(from: ConversationRoom)
        case seeMetrics
        case seeSessionsOfOthers
        case endSessionsOfOthers
    }

    private let role: SiteRole

    public init(_ role: SiteRole) { self.role = role }

    public func allows(_ action: Action) -> Bool {
        switch action {
        case .removeMembers(let room): room.mayRemoveOthers
        case .seeMetrics, .seeSessionsOfOthers, .endSessionsOfOthers: role == .admin
        }
    }
}
