import Accounts
import Chat
import HTML

/// What a person chooses for one conversation: which messages call them, and whether it stands first in their list.
struct NotificationLevelPage: View {
    static let level = "level"
    /// The value for what the person has chosen for all conversations.
    static let asUsual = "usual"

    let say: Speaker
    let time: ViewerTime
    let conversation: Conversation
    /// `nil` for what the person has chosen for all conversations.
    let chosen: NotificationLevel?
    /// Whether the conversation stands first in the list.
    let isPinned: Bool

    /// What can be chosen: in a direct conversation each message is for the person.
    private var levels: [NotificationLevel.Level] {
        conversation.kind == .direct ? [.all, .nothing] : NotificationLevel.Level.allCases
    }

    var body: some View {
        form(.method(.post), .action(routes.changeLevel(conversation.id).url), .class("card stack")) {
            if let until = chosen?.until {
                p(.class("muted")) { say(TimeWording.until(time.full(until))) }
            }
            fieldset {
                legend { say(NotificationsWording.ofConversation) }
                Choice(value: Self.asUsual, text: say(NotificationsWording.asUsual), isChosen: chosen == nil)
                for level in levels {
                    Choice(
                        value: level.rawValue, text: say(NotificationsWording.level(level)),
                        isChosen: chosen?.level == level)
                }
            }
            DurationField(say: say)
            button(.type("submit"), .class("button primary")) { say(ProfileWording.save) }
            a(.href(routes.notifications.url)) { say(NotificationsWording.ofAll) }
        }
        form(.method(.post), .action(routes.pinConversation(conversation.id).url), .class("card stack")) {
            h2 { say(ConversationWording.inList) }
            p(.class("muted")) { say(isPinned ? ConversationWording.isPinned : ConversationWording.isNotPinned) }
            button(.type("submit"), .name("state"), .value(isPinned ? "off" : "on"), .class("button quiet")) {
                say(isPinned ? ConversationWording.unpin : ConversationWording.pin)
            }
        }
    }

    private struct Choice: View {
        let value: String
        let text: String
        let isChosen: Bool

        var body: some View {
            label(.class("check")) {
                input(.type("radio"), .name(NotificationLevelPage.level), .value(value), .checked(isChosen))
                span { text }
            }
        }
    }
}
