import Accounts
import HTTP

/// The form with a person's notification settings.
enum NotificationsForm {
    static let directs = "directs"
    static let mentions = "mentions"
    static let others = "others"
    static let content = "content"
    static let sound = "sound"
    static let quiet = "quiet"
    static let quietFrom = "quiet-from"
    static let quietTo = "quiet-to"
    /// The hours that are offered.
    static let usualQuiet = ("22:00", "07:00")
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
        guard isChecked(NotificationsForm.quiet) else { return }
        // A field that was emptied has the time that is offered.
        func time(_ name: String, _ usual: String) -> QuietHours.Time? {
            let text = form[name] ?? ""
            return QuietHours.Time(text.isEmpty ? usual : text)
        }
        guard let from = time(NotificationsForm.quietFrom, NotificationsForm.usualQuiet.0),
            let to = time(NotificationsForm.quietTo, NotificationsForm.usualQuiet.1)
        else { return nil }
        quietHours = QuietHours(from: from, to: to)
    }
}
