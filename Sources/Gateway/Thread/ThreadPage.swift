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
        writer.write(Tags.Article.self, .class(literal: group.isMine ? "group mine" : "group")) { writer in
            if !group.isMine { writer.write(Avatar(person: group.author)) }
            writer.write(Tags.Div.self, .class(literal: "bubbles")) { writer in
                writer.write(Tags.H3.self, .class(literal: group.isMine ? "author unseen" : "author")) { writer in
                    writer.write(Tags.A.self, .href(group.profile.url)) { writer in
                        writer.write(Tags.Bdi.self) { $0.write(group.author.name) }
                    }
                }
                for index in group.bubbles.indices {
                    let bubble = group.bubbles[index]
                    BubbleSection(say: say, bubble: bubble, isLast: index == group.bubbles.count - 1).write(to: &writer)
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
        writer.write(
            Tags.Div.self, .class(literal: bubble.isEmojiOnly ? "message emoji-only" : "message"), .id(bubble.anchor)
        ) { writer in
            writer.write(Tags.Div.self, .class(literal: "bubble"), .title(bubble.time.full)) { writer in
                if let reply = bubble.reply { writer.write(ReplySection(say: say, reply: reply)) }
                writer.write(Tags.Div.self, .class(literal: "text"), .dir(literal: "auto")) { $0.write(bubble.text) }
            }
            if !bubble.reactions.isEmpty { writer.write(ReactionsForm(bubble: bubble)) }
            writer.write(Tags.Div.self, .class(literal: "message-foot")) { writeFoot(to: &$0) }
        }
    }

    private func writeFoot(to writer: inout HTMLWriter) {
        if isLast { TimeOf(moment: bubble.time).write(to: &writer) }
        if bubble.isBookmarked { writer.write(span(.class("bookmarked")) { say(ThreadWording.bookmarked) }) }
        writer.write(Tags.A.self, .class(literal: "more"), .href(bubble.path.url(at: bubble.anchor))) { writer in
            writer.write(Tags.Span.self, .class(literal: "unseen")) { $0.write(say(ThreadWording.actions)) }
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

private struct TimeOf: PrimitiveView {
    let moment: ThreadModel.Moment

    func write(to writer: inout HTMLWriter) {
        writer.write(
            Tags.Time.self, .class(literal: "time"), .datetime(moment.timestamp.iso8601), .title(moment.full)
        ) { $0.write(moment.clock) }
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
