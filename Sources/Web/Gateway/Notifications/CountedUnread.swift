import Accounts
import Chat

extension ConversationSummary {
    /// How many unread messages the title and the icon count.
    func counted(for visit: Visit) -> Int {
        counted(by: visit.session?.preferences.notifications, visit.level(of: conversation.id))
    }

    /// How many unread messages the title and the icon count: those that call the person; all for a person who has
    /// chosen no settings yet. `list.js` counts in the same way.
    ///
    /// - Parameter level: what is chosen for this conversation.
    func counted(by settings: NotificationSettings?, _ level: NotificationLevel?) -> Int {
        switch level?.level {
        case .nothing: return 0
        case .mentions where conversation.kind == .group: return unread.mentions
        case .all, .mentions: return unread.count
        case nil: break
        }
        guard let settings else { return unread.count }
        switch conversation.kind {
        case .direct: return settings.directs ? unread.count : 0
        case .group:
            return (settings.mentions ? unread.mentions : 0) + (settings.others ? unread.count - unread.mentions : 0)
        }
    }
}
