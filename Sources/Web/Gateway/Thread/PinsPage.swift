import Chat
import HTML
import RichText

/// The pinned messages of a conversation.
struct PinsPage: View {
    let time: ViewerTime
    let pins: [PinnedMessage]
    let canUnpin: Bool
    let names: Names
    let mentions: RichText.Mentions

    var body: some View {
        if pins.isEmpty { p(.class("muted")) { time.say(PinsWording.none) } }
        ol(.class("pins stack")) {
            for pin in pins {
                PinItem(time: time, message: pin.message, names: names, mentions: mentions, canUnpin: canUnpin)
            }
        }
    }
}

private struct PinItem: View {
    let time: ViewerTime
    let message: Message
    let names: Names
    let mentions: RichText.Mentions
    let canUnpin: Bool

    private var say: Speaker { time.say }
    private var author: String { message.sender.map { names[$0].name } ?? "" }
    private var text: String { message.text ?? "" }

    var body: some View {
        li(.class("card")) {
            p(.class("muted")) {
                bdi { author }
                " · "
                HTML.time(.datetime(message.createdAt.iso8601)) { time.full(message.createdAt) }
            }
            if !text.isEmpty { div(.class("text"), .dir("auto")) { RichText(text, mentions: mentions) } }
            if !message.attachments.isEmpty { p { say.summary(of: message.attachments) } }
            div(.class("action-row")) {
                a(.class("button quiet"), .href(SafeURL.message(message))) { say(ThreadWording.toPlace) }
                if canUnpin {
                    form(.method(.post), .action(pinURL)) {
                        input(.type("hidden"), .name("return"), .value(routes.pins(message.conversation).text))
                        button(.type("submit"), .name("state"), .value("off"), .class("button quiet")) {
                            say(PinsWording.unpin)
                        }
                    }
                }
            }
        }
    }

    private var pinURL: SafeURL { routes.pin(message.conversation, message.id, at: message.createdAt).url }
}
