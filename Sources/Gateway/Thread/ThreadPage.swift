import Chat
import HTML

/// A conversation: its messages, and a box to write in.
struct ThreadPage: View {
    /// How much of an answered message the box shows.
    static let excerptCharacters = 120

    /// The box at the bottom.
    struct Composer {
        var text = ""
        /// Why the text is still there.
        var fault: ThreadWording?
        /// Whose message is answered, and what it says.
        var reply: (message: MessageID, author: String, excerpt: String)?
        /// Makes the same form sent twice one message.
        var key = ""
    }

    let say: Speaker
    let conversation: ConversationID
    let model: ThreadModel
    let older: Path?
    /// Whether the newest messages are on this page.
    let isNewest: Bool
    /// Whether somebody said something that has not been read.
    let hasUnread: Bool
    let composer: Composer
    /// What can be done to the one message that the page is about.
    var actions: MessageActions?
    let templates: ThreadTemplates

    var body: some View {
        div(.class("thread")) {
            if let older {
                a(.class("older"), .href(older.url)) { say(ThreadWording.older) }
            } else {
                p(.class("beginning")) { say(model.days.isEmpty ? ThreadWording.empty : .beginning) }
            }
            section(
                .class("messages"), .aria(.label, say(ThreadWording.messages)),
                .data("data-page", isNewest ? "newest" : "context"), .data("data-read", Path.read(conversation).text),
                .data("data-typing", Path.typing(conversation).text),
                .data("data-conversation", conversation.description),
                .data("data-unread", "", if: hasUnread)
            ) {
                for day in model.days { DaySection(say: say, day: day, actions: actions) }
            }
            if !isNewest {
                a(.class("older"), .href(Path.thread(conversation).url(at: "latest"))) {
                    say(ThreadWording.newest)
                }
            }
            div(.id("latest"))
        }
        ComposerForm(say: say, conversation: conversation, composer: composer)
        templates
    }
}

struct DaySection: View {
    let say: Speaker
    let day: ThreadModel.Day
    let actions: MessageActions?

    var body: some View {
        if let name = day.name { h2(.class("day")) { span { name } } }
        for entry in day.entries {
            switch entry {
            case .newMessages:
                p(.class("new-messages"), .id("new")) { span { say(ThreadWording.newMessages) } }
            case .event(let text, let moment):
                p(.class("event")) {
                    bdi { text }
                    " "
                    TimeOf(moment: moment)
                }
            case .group(let group): GroupSection(say: say, group: group, actions: actions)
            }
        }
    }
}

private struct GroupSection: PrimitiveView {
    let say: Speaker
    let group: ThreadModel.Group
    let actions: MessageActions?

    func write(to writer: inout HTMLWriter) {
        article(.class(group.isMine ? "group mine" : "group")).write(to: &writer) { writer in
            if !group.isMine { writer.write(Avatar(person: group.author)) }
            div(.class("bubbles")).write(to: &writer) { writer in
                h3(.class(group.isMine ? "author unseen" : "author")).write(to: &writer) { writer in
                    writer.write(a(.href(group.profile.url)) { bdi { group.author.name } })
                }
                for (index, bubble) in group.bubbles.enumerated() {
                    writer.write(BubbleSection(say: say, bubble: bubble, isLast: index == group.bubbles.count - 1))
                    if let actions, actions.message.id == bubble.id { writer.write(actions) }
                }
            }
        }
    }
}

/// It writes itself: of all that a page is made of, it comes most often.
private struct BubbleSection: PrimitiveView {
    let say: Speaker
    let bubble: ThreadModel.Bubble
    let isLast: Bool

    func write(to writer: inout HTMLWriter) {
        div(.class(bubble.isEmojiOnly ? "message emoji-only" : "message"), .id(bubble.anchor)).write(to: &writer) {
            writer in
            div(.class("bubble"), .title(bubble.time.full)).write(to: &writer) { writer in
                if let reply = bubble.reply { writer.write(ReplySection(say: say, reply: reply)) }
                div(.class("text"), .dir("auto")).write(to: &writer) { $0.write(bubble.text) }
            }
            if !bubble.reactions.isEmpty { writer.write(ReactionsForm(bubble: bubble)) }
            div(.class("message-foot")).write(to: &writer) { writeFoot(to: &$0) }
        }
    }

    private func writeFoot(to writer: inout HTMLWriter) {
        if isLast { writer.write(TimeOf(moment: bubble.time)) }
        if bubble.isBookmarked { writer.write(span(.class("bookmarked")) { say(ThreadWording.bookmarked) }) }
        a(.class("more"), .href(bubble.path.url(at: bubble.anchor))).write(to: &writer) { writer in
            writer.write(span(.class("unseen")) { say(ThreadWording.actions) })
        }
    }
}

private struct ReplySection: View {
    let say: Speaker
    let reply: ThreadModel.Reply

    var body: some View {
        if let author = reply.author, let excerpt = reply.excerpt {
            a(.class("quote"), .href(reply.original)) {
                span(.class("quote-author")) { bdi { say(ThreadWording.replyTo(author)) } }
                span(.class("quote-text")) { bdi { excerpt } }
            }
        } else {
            a(.class("quote"), .href(reply.original)) {
                span(.class("quote-author")) { say(ThreadWording.replyToUnseen) }
            }
        }
    }
}

/// The reactions to one message: each a button that gives or takes back one's own.
private struct ReactionsForm: View {
    let bubble: ThreadModel.Bubble

    var body: some View {
        form(.method(.post), .action(bubble.reactionsPath.url), .class("reactions")) {
            if let back = bubble.back { input(.type("hidden"), .name("return"), .value(back.text)) }
            for reaction in bubble.reactions {
                button(
                    .type("submit"), .name(reaction.isMine ? "remove" : "add"), .value(reaction.emoji),
                    .class(reaction.isMine ? "reaction own" : "reaction"), .title(reaction.names),
                    .aria(.pressed, reaction.isMine ? "true" : "false")
                ) { "\(reaction.emoji) \(reaction.count)" }
            }
        }
    }
}

private struct TimeOf: View {
    let moment: ThreadModel.Moment

    var body: some View {
        time(.class("time"), .datetime(moment.timestamp.iso8601), .title(moment.full)) { moment.clock }
    }
}

private struct ComposerForm: View {
    let say: Speaker
    let conversation: ConversationID
    let composer: ThreadPage.Composer

    var body: some View {
        form(.method(.post), .action(Path.messages(conversation).url), .class("composer"), .id("composer")) {
            input(.type("hidden"), .name("key"), .value(composer.key))
            if let reply = composer.reply {
                input(.type("hidden"), .name("reply"), .value(reply.message.description))
                div(.class("answering")) {
                    span(.class("quote")) {
                        span(.class("quote-author")) { say(ThreadWording.replyTo(reply.author)) }
                        span(.class("quote-text")) { reply.excerpt }
                    }
                    a(.class("link"), .href(Path.thread(conversation).url(at: "latest"))) {
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
                        .data("data-draft", Path.draft(conversation).text)
                    ) { TextareaText(composer.text) }
                }
                button(.type("submit"), .class("button primary")) { say(ThreadWording.send) }
            }
        }
    }
}
