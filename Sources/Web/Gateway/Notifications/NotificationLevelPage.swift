import Accounts
import Chat
import HTML

/// What a person chooses for one conversation: which messages call them, and whether it stands first in their list.
struct NotificationLevelPage: View {
    static let level = "level"
    static let time = "for"
    /// The value for what the person has chosen for all conversations.
    static let asUsual = "usual"

    /// How long a level holds: `nil` for as long as nothing else is chosen.
    enum Time: String, CaseIterable {
        case always
        case hour
        case eightHours = "8h"
        case day
        case week

        var duration: Duration? {
            switch self {
            case .always: nil
            case .hour: .seconds(3_600)
            case .eightHours: .seconds(8 * 3_600)
            case .day: .seconds(24 * 3_600)
            case .week: .seconds(7 * 24 * 3_600)
            }
        }
    }

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
                p(.class("muted")) { say(NotificationsWording.until(time.full(until))) }
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
            label(.for("for")) { say(NotificationsWording.howLong) }
            select(.id("for"), .name(Self.time)) {
                for time in Time.allCases {
                    option(.value(time.rawValue)) { say(NotificationsWording.time(time)) }
                }
            }
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
