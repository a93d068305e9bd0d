import Chat
import HTML

/// A conversation: its messages, and the text box.
struct ThreadPage: View {
    /// The length of the excerpt from the message that is replied to, in characters.
    static let excerptCharacters = 120

    /// The text box at the bottom.
    struct Composer {
        var text = ""
        /// Why the text was not sent.
        var fault: Sentence?
        /// The message that is replied to.
        var reply: (message: MessageID, author: String, excerpt: String)?
        /// The idempotency key: a form that is sent twice makes one message.
        var key: FormKey
    }

    let say: Speaker
    let conversation: ConversationID
    let model: ThreadModel
    let older: Path?
    /// Whether the page shows the newest messages.
    let isNewest: Bool
    /// Whether there are unread messages.
    let hasUnread: Bool
    let composer: Composer
    /// The actions on the message that the page is about; `nil` for the page of a conversation.
    var actions: MessageActions?
    let templates: ThreadTemplates

    var body: some View {
        div(.class("thread")) {
            if let older {
                a(.class("older"), .href(older.url)) { say(ThreadWording.older) }
            } else {
                p(.class("beginning")) { say(model.messages.isEmpty ? ThreadWording.empty : ThreadWording.beginning) }
            }
            section(
                .class("messages"), .aria(.label, say(ThreadWording.messages)),
                .data("data-page", isNewest ? "newest" : "context"), .data("data-read", routes.read(conversation).text),
                .data("data-typing", routes.typing(conversation).text),
                .data("data-conversation", conversation.description),
                .data("data-unread", "", if: hasUnread)
            ) {
                MessageList(model: model, actions: actions)
            }
            if !isNewest {
                a(.class("older"), .href(routes.thread(conversation).url(at: "latest"))) {
                    say(ThreadWording.newest)
                }
            }
            div(.id("latest"))
        }
        ComposerForm(say: say, conversation: conversation, composer: composer)
        templates
    }
}

private struct ComposerForm: View {
    let say: Speaker
    let conversation: ConversationID
    let composer: ThreadPage.Composer

    var body: some View {
        form(.method(.post), .action(routes.send(conversation).url), .class("composer"), .id("composer")) {
            input(.type("hidden"), .name("key"), .value(composer.key.description))
            if let reply = composer.reply {
                input(.type("hidden"), .name("reply"), .value(reply.message.description))
                div(.class("answering")) {
                    span(.class("quote")) {
                        span(.class("quote-author")) { say(ThreadWording.replyTo(reply.author)) }
                        span(.class("quote-text")) { reply.excerpt }
                    }
                    a(.class("link"), .href(routes.thread(conversation).url(at: "latest"))) {
                        say(ThreadWording.cancelReply)
                    }
                }
            }
            if let fault = composer.fault {
                p(.class("fault"), .id("composer-fault"), .role("alert")) { say(fault) }
            }
            div(.class("composer-row")) {
                label(.for("text"), .class("unseen")) { say(ThreadWording.field) }
                div(.class("box")) {
                    textarea(
                        .id("text"), .name("text"), .rows(1), .placeholder(say(ThreadWording.placeholder)), .required(),
                        .autocomplete("off"), .aria(.invalid, composer.fault == nil ? nil : "true"),
                        .aria(.describedby, composer.fault == nil ? nil : "composer-fault"),
                        .autofocus(composer.fault != nil || composer.reply != nil),
                        .data("data-draft", routes.draft(conversation).text)
                    ) { TextareaText(composer.text) }
                }
                button(.type("submit"), .class("button primary")) { say(ThreadWording.send) }
            }
        }
    }
}
