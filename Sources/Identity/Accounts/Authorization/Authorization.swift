public import Chat

/// The permissions of a person. All permission rules are here.
public struct Authorization: Sendable {
    /// An action that needs permission.
    public enum Action: Sendable {
        /// Removing others from a group: permitted to the group's admins. Site admins have no access to conversations.
        case removeMembers(from: ConversationAccess)
        /// The metrics, and the page of charts.
        case seeMetrics
        case seeAuditLog
        /// Seeing and closing the reports of messages.
        case seeReports
        /// Adding and removing the emoji of the place.
        case manageEmoji
        case seeSessionsOfOthers
        case endSessionsOfOthers
        /// Seeing, renaming, disabling and deleting people, and making links with which they get back in.
        case managePeople
    }

    private let role: SiteRole

    public init(_ role: SiteRole) { self.role = role }

    public func allows(_ action: Action) -> Bool {
        switch action {
        case .removeMembers(let room): room.mayRemoveOthers
        case .seeMetrics, .seeAuditLog, .seeReports, .manageEmoji, .seeSessionsOfOthers, .endSessionsOfOthers,
            .managePeople:
            role == .admin
        }
    }
}

/// A person's role on the site, independent of roles in conversations.
public enum SiteRole: String, Sendable, CaseIterable {
    case member
    /// Manages the site: people, sessions of others, metrics and the audit log.
    case admin
}
