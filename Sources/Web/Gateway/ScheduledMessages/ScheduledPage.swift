import Accounts
import Chat
import HTML
import RichText

/// What a person has scheduled, and what of it was not sent.
struct ScheduledPage: View {
    /// How much of a text is shown, in characters.
    static let excerptCharacters = 300

    let say: Speaker
    let time: ViewerTime
    let messages: [ScheduledMessage]
    /// The titles of the conversations that the person can read.
    let titles: [ConversationID: String]
    /// Why the last change was not made.
    var fault: Sentence?

    var body: some View {
        if let fault { p(.class("fault"), .role("alert")) { say(fault) } }
        if messages.isEmpty {
            EmptyNotice(sentence: say(ScheduledWording.none), advice: say(ScheduledWording.noneNext))
        }
        ol(.class("pins stack")) {
            for message in messages {
                ScheduledItem(say: say, time: time, message: message, title: titles[message.conversation])
            }
        }
    }
}

private struct ScheduledItem: View {
    let say: Speaker
    let time: ViewerTime
    let message: ScheduledMessage
    let title: String?

    var body: some View {
        li(.class("card stack")) {
            p(.class("muted")) {
                if let title {
                    a(.href(routes.thread(message.conversation).url)) { bdi { title } }
                } else {
                    say(ScheduledWording.closedConversation)
                }
                " · "
                HTML.time(.datetime(message.due.iso8601)) { time.full(message.due) }
            }
            if message.state != .waiting {
                p(.class(message.state.isOver ? "fault" : "hint")) { say(ScheduledWording.state(message.state)) }
            }
            p(.class("text"), .dir("auto")) {
                RichText.excerpt(of: message.text.description, limit: ScheduledPage.excerptCharacters)
            }
            if message.state != .begun {
                div(.class("action-row")) {
                    if message.state.allowsChanges {
                        a(.class("button quiet"), .href(routes.scheduledMessage(message.id).url)) {
                            say(ScheduledWording.change)
                        }
                    }
                    form(.method(.post), .action(routes.discardScheduled(message.id).url)) {
                        button(.type("submit"), .class("button quiet")) { say(ScheduledWording.discard) }
                    }
                }
            }
        }
    }
}
