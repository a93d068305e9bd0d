import Accounts
import Chat
import HTML

/// The form that reports a message to the admins of the site.
struct ReportPage: View {
    let say: Speaker
    let message: MessageParameters
    /// The beginning of the message.
    let excerpt: String
    /// Whether the viewer has reported it, and the report is open.
    let isReported: Bool
    /// What was typed.
    var reason = ""
    /// Why it was not reported.
    var fault: Sentence?

    var body: some View {
        form(.method(.post), .action(routes.report(message).url), .class("card stack")) {
            if let fault { p(.class("fault"), .id("report-fault"), .role("alert")) { say(fault) } }
            if isReported, fault == nil { p(.class("hint"), .role("status")) { say(ReportWording.reported) } }
            p(.class("quote")) { span(.class("quote-text")) { bdi { excerpt } } }
            p { say(ReportWording.explained) }
            label(.for("reason")) { say(ReportWording.reason) }
            textarea(
                .id("reason"), .name("reason"), .rows(4), .aria(.invalid, fault == nil ? nil : "true"),
                .aria(.describedby, fault == nil ? nil : "report-fault"), .autofocus(true)
            ) { TextareaText(reason) }
            button(.type("submit"), .class("button primary")) { say(ReportWording.send) }
            a(.class("button quiet"), .href(routes.message(message).url(at: "m-\(message.message)"))) {
                say(ThreadWording.cancelReply)
            }
        }
    }
}
