import Chat
import HTML

/// A conversation: its messages, and a box to write in.
struct ThreadPage: View {
    /// The box at the bottom.
    struct Composer {
        var text = ""
        /// Why the text is still there.
        var fault: ThreadWording?
    }

    let say: Speaker
    let conversation: ConversationID
    let model: ThreadModel
    let older: Path?
    /// Whether the newest messages are on this page.
    let isNewest: Bool
    let composer: Composer

    var body: some View {
        div(.class("thread")) {
            if let older {
                a(.class("older"), .href(older.url)) { say(ThreadWording.older) }
            } else {
                p(.class("beginning")) { say(model.days.isEmpty ? ThreadWording.empty : .beginning) }
            }
            section(.class("messages"), .aria(.label, say(ThreadWording.messages))) {
                for day in model.days { DaySection(say: say, day: day) }
            }
            if !isNewest {
                a(.class("older"), .href(SafeURL(path: "\(Path.thread(conversation).text)#latest"))) {
                    say(ThreadWording.newest)
                }
            }
            div(.id("latest"))
        }
        ComposerForm(say: say, conversation: conversation, composer: composer)
    }
}

private struct DaySection: View {
    let say: Speaker
    let day: ThreadModel.Day

    var body: some View {
        h2(.class("day")) { span { day.name } }
        for entry in day.entries {
            switch entry {
            case .event(let text, let moment):
                p(.class("event")) {
                    bdi { text }
                    " "
                    TimeOf(moment: moment)
                }
            case .group(let group): GroupSection(say: say, group: group)
            }
        }
    }
}

private struct GroupSection: View {
    let say: Speaker
    let group: ThreadModel.Group

    var body: some View {
        article(.class(group.isMine ? "group mine" : "group")) {
            if !group.isMine { Avatar(person: group.author) }
            div(.class("bubbles")) {
                h3(.class(group.isMine ? "author unseen" : "author")) { bdi { group.author.name } }
                for (index, bubble) in group.bubbles.enumerated() {
                    BubbleSection(say: say, bubble: bubble, isLast: index == group.bubbles.count - 1)
                }
            }
        }
    }
}

private struct BubbleSection: View {
    let say: Speaker
    let bubble: ThreadModel.Bubble
    let isLast: Bool

    var body: some View {
        div(.class(bubble.isEmojiOnly ? "message emoji-only" : "message"), .id("m-\(bubble.id)")) {
            div(.class("bubble"), .title(bubble.time.full)) {
                if let reply = bubble.reply { ReplySection(say: say, reply: reply) }
                div(.class("text"), .dir("auto")) { bubble.text }
            }
            if !bubble.reactions.isEmpty {
                ul(.class("reactions")) {
                    for reaction in bubble.reactions {
                        li(.class(reaction.isMine ? "reaction own" : "reaction"), .title(reaction.names)) {
                            "\(reaction.emoji) \(reaction.count)"
                        }
                    }
                }
            }
            if isLast { TimeOf(moment: bubble.time) }
        }
    }
}

private struct ReplySection: View {
    let say: Speaker
    let reply: ThreadModel.Reply

    var body: some View {
        if let author = reply.author, let excerpt = reply.excerpt {
            a(.class("quote"), .href(SafeURL(fragment: "m-\(reply.original)"))) {
                span(.class("quote-author")) { bdi { say(ThreadWording.replyTo(author)) } }
                span(.class("quote-text")) { bdi { excerpt } }
            }
        } else {
            span(.class("quote")) { span(.class("quote-author")) { say(ThreadWording.replyToUnseen) } }
        }
    }
}

private struct TimeOf: View {
    let moment: ThreadModel.Moment

    var body: some View {
        time(.class("time"), .datetime(moment.timestamp), .title(moment.full)) { moment.clock }
    }
}

private struct ComposerForm: View {
    let say: Speaker
    let conversation: ConversationID
    let composer: ThreadPage.Composer

    var body: some View {
        form(.method(.post), .action(Path.messages(conversation).url), .class("composer")) {
            if let fault = composer.fault {
                p(.class("fault"), .id("composer-fault"), .role("alert")) { say(fault) }
            }
            div(.class("composer-row")) {
                label(.for("text"), .class("unseen")) { say(ThreadWording.field) }
                textarea(
                    .id("text"), .name("text"), .rows(1), .placeholder(say(ThreadWording.placeholder)), .required(),
                    .autocomplete("off"), .aria(.invalid, composer.fault == nil ? nil : "true"),
                    .aria(.describedby, composer.fault == nil ? nil : "composer-fault"),
                    .autofocus(composer.fault != nil)
                ) { TextareaText(composer.text) }
                button(.type("submit"), .class("button primary")) { say(ThreadWording.send) }
            }
        }
    }
}
