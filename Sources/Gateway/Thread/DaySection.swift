import Chat
import HTML
import RichText

/// The messages of one day.
///
/// They write themselves, with their markup as literals: of all that a page is made of, they come most often. What is
/// seldom among them is made of elements, as everything else.
struct DaySection: PrimitiveView {
    let day: ThreadModel.Day
    let setting: ThreadModel.Setting
    /// What can be done to the one message that the page is about.
    let actions: MessageActions?

    func write(to writer: inout HTMLWriter) {
        if let name = day.name { writer.write(h2(.class("day")) { span { name } }) }
        for entry in day.entries {
            switch entry {
            case .newMessages:
                writer.write(
                    p(.class("new-messages"), .id("new")) { span { setting.say(ThreadWording.newMessages) } })
            case .event(let text, let moment):
                writer.write(
                    p(.class("event")) {
                        bdi { text }
                        " "
                        TimeOf(moment: moment)
                    })
            case .group(let group): group.write(to: &writer, setting, actions)
            }
        }
    }
}

extension ThreadModel.Group {
    fileprivate func write(
        to writer: inout HTMLWriter, _ setting: ThreadModel.Setting, _ actions: MessageActions?
    ) {
        writer.write(markup: isMine ? #"<article class="group mine">"# : #"<article class="group">"#)
        if !isMine { Avatar(person: author).write(to: &writer) }
        writer.write(
            markup: isMine
                ? #"<div class="bubbles"><h3 class="author unseen"><a href=""#
                : #"<div class="bubbles"><h3 class="author"><a href=""#)
        writer.write(profile)
        writer.write(markup: #""><bdi>"#)
        author.name.write(to: &writer)
        writer.write(markup: "</bdi></a></h3>")
        // By a pointer: a bubble taken out of its array would be copied.
        bubbles.withUnsafeBufferPointer { bubbles in
            for index in bubbles.indices {
                bubbles[index].write(to: &writer, setting, isLast: index == bubbles.count - 1)
                if let actions, actions.message.id == bubbles[index].id { actions.write(to: &writer) }
            }
        }
        writer.write(markup: "</div></article>")
    }
}

extension ThreadModel.Bubble {
    /// - Parameter isLast: whether it ends its group, and so shows the time.
    fileprivate func write(to writer: inout HTMLWriter, _ setting: ThreadModel.Setting, isLast: Bool) {
        writer.write(markup: isEmojiOnly ? #"<div class="message emoji-only" id=""# : #"<div class="message" id=""#)
        let anchor = writer.position
        writer.write(anchorOf: id)
        let anchorEnd = writer.position
        writer.write(markup: #""><div class="bubble" title=""#)
        time.full.write(to: &writer)
        writer.write(markup: #"">"#)
        reply?.write(to: &writer, setting)
        writer.write(markup: #"<div class="text" dir="auto">"#)
        RichText(text, mentions: setting.mentions).write(to: &writer)
        writer.write(markup: "</div></div>")
        if !reactions.isEmpty { writeReactions(to: &writer, setting) }
        writer.write(markup: #"<div class="message-foot">"#)
        if isLast { TimeOf(moment: time).write(to: &writer) }
        if isBookmarked { writer.write(span(.class("bookmarked")) { setting.say(ThreadWording.bookmarked) }) }
        writer.write(markup: #"<a class="more" href=""#)
        writer.write(.message(setting.conversation, id, at: time.timestamp))
        writer.write(markup: "#")
        writer.write(again: anchor..<anchorEnd)
        writer.write(markup: #""><span class="unseen">"#)
        setting.say(ThreadWording.actions).write(to: &writer)
        writer.write(markup: "</span></a></div></div>")
    }

    /// The reactions: each a button that gives or takes back one's own.
    private func writeReactions(to writer: inout HTMLWriter, _ setting: ThreadModel.Setting) {
        writer.write(markup: #"<form method="post" action=""#)
        writer.write(.change(setting.conversation, id, .reactions, at: time.timestamp))
        writer.write(markup: #"" class="reactions">"#)
        if let back = setting.back {
            writer.write(markup: #"<input type="hidden" name="return" value=""#)
            writer.write(back)
            writer.write(markup: #"">"#)
        }
        for reaction in reactions {
            writer.write(markup: #"<button type="submit" name=""#)
            writer.write(markup: reaction.isMine ? #"remove" value=""# : #"add" value=""#)
            reaction.emoji.write(to: &writer)
            writer.write(markup: reaction.isMine ? #"" class="reaction own" title=""# : #"" class="reaction" title=""#)
            reaction.names.write(to: &writer)
            writer.write(markup: reaction.isMine ? #"" aria-pressed="true">"# : #"" aria-pressed="false">"#)
            reaction.emoji.write(to: &writer)
            writer.write(markup: " ")
            reaction.count.description.write(to: &writer)
            writer.write(markup: "</button>")
        }
        writer.write(markup: "</form>")
    }
}

extension ThreadModel.Reply {
    fileprivate func write(to writer: inout HTMLWriter, _ setting: ThreadModel.Setting) {
        writer.write(markup: #"<a class="quote" href=""#)
        original.description.write(to: &writer)
        writer.write(markup: #""><span class="quote-author">"#)
        guard let author, let excerpt else {
            setting.say(ThreadWording.replyToUnseen).write(to: &writer)
            return writer.write(markup: "</span></a>")
        }
        writer.write(markup: "<bdi>")
        setting.say(ThreadWording.replyTo(author)).write(to: &writer)
        writer.write(markup: #"</bdi></span><span class="quote-text"><bdi>"#)
        excerpt.write(to: &writer)
        writer.write(markup: "</bdi></span></a>")
    }
}

private struct TimeOf: PrimitiveView {
    let moment: ThreadModel.Moment

    func write(to writer: inout HTMLWriter) {
        writer.write(markup: #"<time class="time" datetime=""#)
        writer.write(moment.timestamp)
        writer.write(markup: #"" title=""#)
        moment.full.write(to: &writer)
        writer.write(markup: #"">"#)
        moment.clock.write(to: &writer)
        writer.write(markup: "</time>")
    }
}
