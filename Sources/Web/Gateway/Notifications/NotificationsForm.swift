import Accounts
import HTTP

/// The form with a person's notification settings.
enum NotificationsForm {
    static let directs = "directs"
    static let mentions = "mentions"
    static let others = "others"
    static let content = "content"
    static let sound = "sound"
    /// The value of a box that is checked.
    static let checked = "1"
}

extension NotificationSettings {
    /// Fails for a form that no page of this site has.
    init?(_ form: Form) {
        guard let content = form[NotificationsForm.content].flatMap({ Content(rawValue: $0) }) else { return nil }
        func isChecked(_ name: String) -> Bool { form[name] == NotificationsForm.checked }
        self.init()
        directs = isChecked(NotificationsForm.directs)
        mentions = isChecked(NotificationsForm.mentions)
        others = isChecked(NotificationsForm.others)
        hasSound = isChecked(NotificationsForm.sound)
        self.content = content
    }
}
