import Chat
import HTML
import RichText

/// The page with the text of a message in a box. Scripts show its form in a dialog.
struct EditPage: View {
    let say: Speaker
    let message: MessageParameters
    let text: String
    /// Why the text was not saved.
    var fault: Sentence?

    var body: some View {
        form(.method(.post), .action(routes.edit(message).url), .class("card stack editor")) {
            if let fault { p(.class("fault"), .id("edit-fault"), .role("alert")) { say(fault) } }
            label(.for("edit")) { say(EditingWording.field) }
            textarea(
                .id("edit"), .name("text"), .rows(5), .autocomplete("off"),
                .aria(.invalid, fault == nil ? nil : "true"),
                .aria(.describedby, fault == nil ? nil : "edit-fault"), .autofocus(true)
            ) { TextareaText(text) }
            p(.class("muted")) { say(EditingWording.explained) }
            button(.type("submit"), .class("button primary")) { say(EditingWording.save) }
            a(.class("button quiet"), .href(routes.message(message).url(at: "m-\(message.message)"))) {
                say(ThreadWording.cancelReply)
            }
        }
    }
}

/// The texts of a message, the newest first.
struct VersionsPage: View {
    let time: ViewerTime
    let message: Message
    /// Oldest first.
    let earlier: [MessageVersion]
    let mentions: RichText.Mentions

    private var say: Speaker { time.say }

    var body: some View {
        if earlier.isEmpty { p(.class("muted")) { say(EditingWording.none) } }
        ol(.class("versions stack")) {
            VersionItem(time: time, version: current, isCurrent: true, mentions: mentions)
            for version in earlier.reversed() {
                VersionItem(time: time, version: version, isCurrent: false, mentions: mentions)
            }
        }
        a(.class("button quiet"), .href(SafeURL.message(message))) { say(ThreadWording.toPlace) }
    }

    private var current: MessageVersion {
        MessageVersion(text: message.text ?? "", writtenAt: message.editedAt ?? message.createdAt)
    }
}

private struct VersionItem: View {
    let time: ViewerTime
    let version: MessageVersion
    let isCurrent: Bool
    let mentions: RichText.Mentions

    var body: some View {
        li(.class("card")) {
            p(.class("muted")) {
                if isCurrent { "\(time.say(EditingWording.now)) · " }
                HTML.time(.datetime(version.writtenAt.iso8601)) { time.full(version.writtenAt) }
            }
            if version.text.isEmpty {
                p(.class("muted")) { time.say(EditingWording.noText) }
            } else {
                div(.class("text"), .dir("auto")) { RichText(version.text, mentions: mentions) }
            }
        }
    }
}
