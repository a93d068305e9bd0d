import Chat
import HTML
import HTTP

/// The page for a message that could not be sent, without its conversation: the text is in a box that sends it again.
struct UnsentPage: View {
    let visit: Visit
    let failure: Failure
    let unsent: UnsentMessage

    /// - Parameter key: that of the form for the next attempt, if it is another one.
    init(visit: Visit, failure: Failure, unsent: UnsentMessage, key: FormKey? = nil) {
        self.visit = visit
        self.failure = failure
        var unsent = unsent
        if let key { unsent.key = key }
        self.unsent = unsent
    }

    var body: some View {
        section(.class("notice")) {
            h1 { visit.say(failure.text.title) }
            p { visit.say(failure.text.detail) }
            form(.method(.post), .action(routes.send(unsent.conversation).url), .class("stack")) {
                UnsentFields(unsent: unsent)
                label(.for("text")) { visit.say(ErrorWording.keptText) }
                textarea(.id("text"), .name("text"), .rows(6)) { TextareaText(unsent.text) }
                button(.type("submit"), .class("button")) { visit.say(SiteWording.tryAgain) }
            }
            p(.class("muted")) { visit.say(ErrorWording.reference(visit.request.id.description)) }
        }
    }

    var response: Response {
        var response = Page(
            visit, title: visit.say(failure.text.title), back: routes.conversations.path, showsCachedData: false
        ) { self }.response(failure.status)
        if let retryAfter = failure.retryAfter { response.headers[.retryAfter] = retryAfter }
        return response
    }
}
