import Accounts
import Chat

extension ConversationSummary {
    /// How many unread messages the title and the icon count: those that call the person; all for a person who has
    /// chosen no settings yet. `list.js` counts in the same way.
    func counted(by settings: NotificationSettings?) -> Int {
        guard let settings else { return unread.count }
        switch conversation.kind {
        case .direct: return settings.directs ? unread.count : 0
        case .group:
            return (settings.mentions ? unread.mentions : 0) + (settings.others ? unread.count - unread.mentions : 0)
        }
    }
}
