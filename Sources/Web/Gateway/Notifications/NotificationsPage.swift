import Accounts
import HTML

/// The settings that hold on all devices, and the permission of this browser.
struct NotificationsPage: View {
    let say: Speaker
    /// `nil` for a person who has chosen none yet.
    let settings: NotificationSettings?
    let state: NotificationKeeper.ServiceState
    let isSaved: Bool

    var body: some View {
        PermissionCard(say: say)
        section(.class("card")) {
            h2 { say(NotificationsWording.settings) }
            if isSaved { p(.role("status")) { say(NotificationsWording.saved) } }
            switch state {
            case .none, .same: EmptyView()
            case .notWritten: p(.class("fault"), .role("alert")) { say(NotificationsWording.notWritten) }
            case .notRead: p(.class("fault"), .role("alert")) { say(NotificationsWording.notRead) }
            }
            SettingsForm(say: say, settings: settings ?? NotificationSettings())
            // `permission.js` saves the form with the permission, and shows the other sentence.
            if settings == nil { p(.class("muted unsaved")) { say(NotificationsWording.countsAll) } }
            p(.class("muted"), .hidden(settings == nil)) { say(NotificationsWording.countsSame) }
        }
    }
}

/// Whether this browser shows notifications, and the button that asks for its permission. `permission.js` shows the part
/// that is true.
private struct PermissionCard: View {
    let say: Speaker

    var body: some View {
        section(.class("card stack permission"), .role("status")) {
            h2 { say(NotificationsWording.thisBrowser) }
            p { say(NotificationsWording.explained) }
            p(.data("data-permission", "scripts")) { say(NotificationsWording.needsScripts) }
            for (name, sentence) in NotificationsWording.permissions {
                p(.data("data-permission", name), .hidden()) { say(sentence) }
            }
            button(.type("button"), .class("button primary"), .data("data-permission", "default"), .hidden()) {
                say(NotificationsWording.allow)
            }
            p(.data("data-permission", "shown"), .hidden()) { say(NotificationsWording.allowed) }
        }
    }
}

private struct SettingsForm: View {
    let say: Speaker
    let settings: NotificationSettings

    private var from: String { settings.quietHours?.from.description ?? NotificationsForm.usualQuiet.0 }
    private var to: String { settings.quietHours?.to.description ?? NotificationsForm.usualQuiet.1 }

    var body: some View {
        form(.method(.post), .action(routes.notifications.url), .class("stack")) {
            fieldset {
                legend { say(NotificationsWording.which) }
                Box(NotificationsForm.directs, settings.directs, say(NotificationsWording.directs))
                Box(NotificationsForm.mentions, settings.mentions, say(NotificationsWording.mentions))
                Box(NotificationsForm.others, settings.others, say(NotificationsWording.others))
            }
            fieldset {
                legend { say(NotificationsWording.content) }
                for content in NotificationSettings.Content.allCases {
                    label(.class("check")) {
                        input(
                            .type("radio"), .name(NotificationsForm.content), .value(content.rawValue),
                            .checked(content == settings.content))
                        span { say(NotificationsWording.content(content)) }
                    }
                }
            }
            Box(NotificationsForm.sound, settings.hasSound, say(NotificationsWording.sound))
            fieldset {
                legend { say(NotificationsWording.quiet) }
                Box(NotificationsForm.quiet, settings.quietHours != nil, say(NotificationsWording.quietExplained))
                div(.class("hours")) {
                    Hour(name: NotificationsForm.quietFrom, value: from, text: say(NotificationsWording.quietFrom))
                    Hour(name: NotificationsForm.quietTo, value: to, text: say(NotificationsWording.quietTo))
                }
            }
            button(.type("submit"), .class("button quiet")) { say(ProfileWording.save) }
        }
    }
}

private struct Hour: View {
    let name: String
    let value: String
    let text: String

    var body: some View {
        label {
            span { text }
            input(.type("time"), .name(name), .value(value))
        }
    }
}

private struct Box: View {
    let name: String
    let isChecked: Bool
    let text: String

    init(_ name: String, _ isChecked: Bool, _ text: String) {
        self.name = name
        self.isChecked = isChecked
        self.text = text
    }

    var body: some View {
        label(.class("check")) {
            input(.type("checkbox"), .name(name), .value(NotificationsForm.checked), .checked(isChecked))
            span { text }
        }
    }
}
