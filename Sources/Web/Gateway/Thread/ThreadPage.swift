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
        /// Files that were kept for it, and not sent with it.
        var files: [Attachment] = []
        /// The idempotency key: a form that is sent twice makes one message.
        var key: FormKey
        /// Whether it is the next key of the session, which is found when the messages are.
        var isNext = false
        /// Why nothing can be sent, in place of the text box.
        var closed: Sentence?
        /// Whether the page opens in the text box.
        var isFocused = false
    }

    let say: Speaker
    let conversation: ConversationID
    let model: ThreadModel
    let older: Path?
    /// The next page; `nil` on the newest.
    let newer: Path?
    /// Whether the page shows the newest messages.
    let isNewest: Bool
    let unread: Unread
    let composer: Composer
    /// What files may be sent; `nil` for none.
    let files: FileLimits?
    /// Whether messages can be edited.
    let canEdit: Bool
    /// Whether replies are in threads.
    let hasThreads: Bool
    /// Of a thread, the message that it has the replies to; `nil` for another conversation.
    let origin: (path: Path, group: String, excerpt: String)?
    /// The actions on the message that the page is about; `nil` for the page of a conversation.
    var actions: MessageActions?
    let templates: ThreadTemplates

    var body: some View {
        div(.class("thread")) {
            if let newest = unread.newest ?? model.messages.last?.id {
                UnreadBar(
                    say: say, conversation: conversation, count: unread.text, newest: newest,
                    isHidden: unread.count == 0 || model.context.annotations.firstUnread != nil)
            }
            if let older {
                a(.class("older"), .href(older.url)) { say(ThreadWording.older) }
            } else if let origin {
                a(.class("quote origin"), .href(origin.path.url)) {
                    span(.class("quote-author")) { bdi { say(RepliesWording.origin(origin.group)) } }
                    span(.class("quote-text")) { bdi { origin.excerpt } }
                }
            } else {
                p(.class("beginning")) {
                    say(model.messages.isEmpty && isNewest ? ThreadWording.empty : ThreadWording.beginning)
                }
            }
            section(
                .class(actions == nil ? "messages" : "messages has-actions"),
                .aria(.label, say(ThreadWording.messages)),
                .data("data-page", isNewest ? "newest" : "context"),
                .data("data-conversation", conversation.description),
                .data("data-unread", unread.text, if: unread.count > 0), .data("data-edit", "", if: canEdit),
                .data("data-threads", "", if: hasThreads)
            ) {
                MessageList(model: model, actions: actions)
            }
            if !isNewest {
                if let newer { a(.class("older newer"), .href(newer.url)) { say(ThreadWording.newer) } }
                a(.class("older latest"), .href(routes.thread(conversation, at: .newest).url(at: "latest"))) {
                    say(ThreadWording.newest)
                }
            }
            div(.id("latest"))
        }
        // In place of the text box, unless there is something in it that was not sent. Scripts put another one here.
        let closed = composer.fault == nil ? composer.closed : nil
        p(.class("foot-bar closed"), .hidden(closed == nil)) { closed.map { say($0) } ?? "" }
        ComposerForm(say: say, conversation: conversation, composer: composer, files: files)
        templates
    }
}

/// Leads up to the first unread message, and marks all as read.
private struct UnreadBar: View {
    let say: Speaker
    let conversation: ConversationID
    let count: String
    let newest: MessageID
    /// Whether the first unread message is on the page.
    let isHidden: Bool

    var body: some View {
        div(.class("unread-bar"), .hidden(isHidden)) {
            a(.href(routes.thread(conversation).url(at: "new"))) { say(ThreadWording.unreadAbove(count)) }
            form(.method(.post), .action(routes.read(conversation).url)) {
                input(.type("hidden"), .name("message"), .value(newest.description))
                button(.type("submit"), .name("then"), .value("newest")) { say(ThreadWording.markRead) }
            }
        }
    }
}

extension Unread {
    /// "3", or "99+" if there are more.
    var text: String { isMore ? "\(UnreadCounter.maximum - 1)+" : String(count) }
}

private struct ComposerForm: View {
    let say: Speaker
    let conversation: ConversationID
    let composer: ThreadPage.Composer
    let files: FileLimits?

    var body: some View {
        form(
            .method(.post), .action(routes.send(conversation).url), .class("composer"), .id("composer"),
            .enctype(files == nil ? nil : .multipart)
        ) {
            input(.type("hidden"), .name("key"), .value(composer.key.description))
            if let reply = composer.reply {
                input(.type("hidden"), .name("reply"), .value(reply.message.description))
                div(.class("answering")) {
                    span(.class("quote")) {
                        span(.class("quote-author")) { say(ThreadWording.replyTo(reply.author)) }
                        span(.class("quote-text")) { reply.excerpt }
                    }
                    a(.class("link"), .href(routes.thread(conversation, at: .newest).url(at: "latest"))) {
                        say(ThreadWording.cancelReply)
                    }
                }
            }
            if let fault = composer.fault {
                p(.class("fault"), .id("composer-fault"), .role("alert")) { say(fault) }
            }
            if !composer.files.isEmpty { KeptFiles(say: say, attachments: composer.files) }
            div(.class("composer-row")) {
                if let files { FileField(say: say, limits: files) }
                label(.for("text"), .class("unseen")) { say(ThreadWording.field) }
                div(.class("box")) {
                    textarea(
                        .id("text"), .name("text"), .rows(1),
                        .placeholder(say(ThreadWording.placeholder)),
                        .required(files == nil),
                        .autocomplete("off"), .aria(.invalid, composer.fault == nil ? nil : "true"),
                        .aria(.describedby, composer.fault == nil ? nil : "composer-fault"),
                        .autofocus(composer.fault != nil || composer.isFocused),
                        .data("data-draft", routes.draft(conversation).text)
                    ) { TextareaText(composer.text) }
                }
                button(.type("submit"), .class("button primary")) { say(ThreadWording.send) }
                button(
                    .type("submit"), .class("later"), .formaction(routes.schedule(conversation).url),
                    .formenctype(.urlEncoded), .title(say(ScheduledWording.later)))
                a(.class("new-poll"), .href(routes.newPoll(conversation).url), .title(say(PollWording.new)))
            }
        }
    }
}
