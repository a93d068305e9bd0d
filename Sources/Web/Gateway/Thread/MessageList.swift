import Chat
import HTML
import RichText

/// The messages of a page, day by day.
///
/// They write themselves, with their markup as literals: of all that a page is made of, they come most often. What is
/// seldom among them is made of elements, as everything else.
struct MessageList: PrimitiveView {
    let model: ThreadModel
    /// What can be done to the one message that the page is about.
    let actions: MessageActions?

    func write(to writer: inout HTMLWriter) {
        // By a pointer: a message taken out of its array would be copied.
        model.messages.withUnsafeBufferPointer { messages in
            var pass = Pass(model: model, messages: messages, actions: actions)
            for piece in model.pieces { pass.write(piece, to: &writer) }
        }
    }

    /// One way through the messages. What comes again letter by letter is copied from where it stands on the page.
    fileprivate struct Pass {
        let model: ThreadModel
        let messages: UnsafeBufferPointer<Message>
        let actions: MessageActions?
        /// When the message was sent that is being written.
        var moment: MomentWords
        /// The moment as a tooltip says it, the beginning of its `datetime`, and the end of its `time`: the same for all
        /// messages of a minute.
        var tooltip: Range<Int>?
        var minute: Range<Int>?
        var endOfTime: Range<Int>?
        /// What each author's groups begin with. Pages have fifty messages at most.
        var heads: [(author: UserID, head: Range<Int>)] = []
        /// What the quotes of each author's messages begin with, behind the link.
        var quoteHeads: [(author: UserID, head: Range<Int>)] = []
        /// The path of messages, up to their identifiers.
        var path: Range<Int>?
        var startOfReactions: Range<Int>?
        var endOfMessage: Range<Int>?

        var setting: ThreadModel.Setting { model.setting }

        init(model: ThreadModel, messages: UnsafeBufferPointer<Message>, actions: MessageActions?) {
            self.model = model
            self.messages = messages
            self.actions = actions
            moment = MomentWords(model.setting.time)
        }
    }
}

extension MessageList.Pass {
    fileprivate mutating func write(_ piece: ThreadModel.Piece, to writer: inout HTMLWriter) {
        switch piece {
        case .day(let day): writer.write(h2(.class("day")) { span { setting.time.dayName(day) } })
        case .newMessages:
            writer.write(p(.class("new-messages"), .id("new")) { span { setting.say(ThreadWording.newMessages) } })
        case .event(let place):
            turn(to: messages[place].createdAt)
            writer.write(markup: #"<p class="event" title=""#)
            writeTooltip(to: &writer)
            writer.write(markup: #""><bdi>"#)
            setting.names.sentence(for: messages[place].content).write(to: &writer)
            writer.write(markup: "</bdi> ")
            writeTime(of: messages[place].createdAt, to: &writer)
            writer.write(markup: "</p>")
        case .group(let places):
            guard case .text(let sender, _) = messages[places.lowerBound].content else { return }
            write(places, of: sender, to: &writer)
        }
    }

    /// What one author said in a row.
    private mutating func write(_ places: Range<Int>, of sender: UserID, to writer: inout HTMLWriter) {
        if let head = heads.first(where: { $0.author == sender })?.head {
            writer.write(again: head)
        } else {
            let start = writer.position
            writeHead(of: sender, to: &writer)
            heads.append((sender, start..<writer.position))
        }
        for place in places {
            writeBubble(place, isLast: place == places.upperBound - 1, to: &writer)
            if let actions, actions.message.id == messages[place].id { actions.write(to: &writer) }
        }
        writer.write(markup: "</div></article>")
    }

    /// What a group begins with: whose it is.
    private func writeHead(of sender: UserID, to writer: inout HTMLWriter) {
        let author = setting.names[sender]
        let isMine = sender == setting.viewer
        writer.write(markup: isMine ? #"<article class="group mine">"# : #"<article class="group">"#)
        if !isMine { Avatar(person: author).write(to: &writer) }
        writer.write(
            markup: isMine
                ? #"<div class="bubbles"><h3 class="author unseen"><a href=""#
                : #"<div class="bubbles"><h3 class="author"><a href=""#)
        routes.person.write(sender, to: &writer)
        writer.write(markup: #""><bdi>"#)
        author.name.write(to: &writer)
        writer.write(markup: "</bdi></a></h3>")
    }

    private mutating func turn(to moment: Timestamp) {
        guard self.moment.turn(to: moment) else { return }
        (tooltip, minute, endOfTime) = (nil, nil, nil)
    }

    /// - Parameter isLast: whether it ends its group, and so shows the time.
    private mutating func writeBubble(_ place: Int, isLast: Bool, to writer: inout HTMLWriter) {
        guard case .text(_, let text) = messages[place].content else { return }
        let (id, sent) = (messages[place].id, messages[place].createdAt)
        turn(to: sent)
        if RichText.isEmojiOnly(text) {
            writer.write(markup: #"<div class="message emoji-only" id=""#)
        } else {
            writer.write(markup: #"<div class="message" id=""#)
        }
        let anchor = writer.position
        writer.write(anchorOf: id)
        let anchorEnd = writer.position
        let idStart = anchorEnd - MessageID.descriptionBytes
        writer.write(markup: #"" title=""#)
        writeTooltip(to: &writer)
        writer.write(markup: #""><div class="bubble">"#)
        if let original = messages[place].replyTo { writeQuote(of: original, to: &writer) }
        writer.write(markup: #"<div class="text" dir="auto">"#)
        RichText.write(text, to: &writer) { setting.mentions }
        writer.write(markup: "</div></div>")
        if !messages[place].reactions.isEmpty {
            writeReactions(to: messages[place], id: idStart..<anchorEnd, to: &writer)
        }
        writer.write(markup: #"<div class="message-foot">"#)
        if isLast { writeTime(of: sent, to: &writer) }
        if setting.surroundings.bookmarked.contains(id) {
            writer.write(span(.class("bookmarked")) { setting.say(ThreadWording.bookmarked) })
        }
        writer.write(markup: #"<a class="more" href=""#)
        writePath(of: id, to: &writer)
        writer.write(again: idStart..<anchorEnd)
        routes.message.writeEnd(MessageParameters(setting.conversation, id, at: sent), to: &writer)
        writer.write(markup: "#")
        writer.write(again: anchor..<anchorEnd)
        writeEndOfMessage(to: &writer)
    }

    private mutating func writeEndOfMessage(to writer: inout HTMLWriter) {
        if let endOfMessage { return writer.write(again: endOfMessage) }
        let start = writer.position
        writer.write(markup: #""><span class="unseen">"#)
        setting.say(ThreadWording.actions).write(to: &writer)
        writer.write(markup: "</span></a></div></div>")
        endOfMessage = start..<writer.position
    }

    /// The reactions: each a button that gives or takes back one's own.
    /// - Parameter id: where the message's identifier stands.
    private mutating func writeReactions(to message: Message, id: Range<Int>, to writer: inout HTMLWriter) {
        let counts = ReactionCount.counts(message.reactions, viewer: setting.viewer)
        if counts.isEmpty { return }
        writer.write(markup: #"<form method="post" action=""#)
        writePath(of: message.id, to: &writer)
        writer.write(again: id)
        routes.react.writeEnd(
            MessageParameters(setting.conversation, message.id, at: message.createdAt), to: &writer)
        writeStartOfReactions(to: &writer)
        for reaction in counts {
            let isMine = reaction.isMine
            writer.write(markup: #"<button type="submit" name=""#)
            writer.write(markup: isMine ? #"remove" value=""# : #"add" value=""#)
            reaction.emoji.write(to: &writer)
            writer.write(markup: isMine ? #"" class="reaction own" title=""# : #"" class="reaction" title=""#)
            for (index, user) in reaction.users.enumerated() {
                if index > 0 { writer.write(markup: ", ") }
                setting.names[user].name.write(to: &writer)
            }
            writer.write(markup: isMine ? #"" aria-pressed="true">"# : #"" aria-pressed="false">"#)
            reaction.emoji.write(to: &writer)
            writer.write(markup: " ")
            writer.add(Int64(reaction.users.count))
            writer.write(markup: "</button>")
        }
        writer.write(markup: "</form>")
    }

    /// What stands before the reactions: where they lead back to.
    private mutating func writeStartOfReactions(to writer: inout HTMLWriter) {
        if let startOfReactions { return writer.write(again: startOfReactions) }
        let start = writer.position
        writer.write(markup: #"" class="reactions">"#)
        if let back = setting.surroundings.back {
            writer.write(markup: #"<input type="hidden" name="return" value=""#)
            back.text.write(to: &writer)
            writer.write(markup: #"">"#)
        }
        startOfReactions = start..<writer.position
    }

    private static var excerptCharacters: Int { 80 }

    /// The beginning of the message that is answered.
    private mutating func writeQuote(of id: MessageID, to writer: inout HTMLWriter) {
        let original = model.original(id)
        writer.write(markup: #"<a class="quote" href=""#)
        writePath(of: id, to: &writer)
        writer.write(id)
        routes.message.writeEnd(
            MessageParameters(setting.conversation, id, at: original?.createdAt), to: &writer)
        writer.write(markup: "#")
        writer.write(anchorOf: id)
        guard case .text(let sender, let text)? = original?.content else {
            writer.write(markup: #""><span class="quote-author">"#)
            setting.say(ThreadWording.replyToUnseen).write(to: &writer)
            return writer.write(markup: "</span></a>")
        }
        if let head = quoteHeads.first(where: { $0.author == sender })?.head {
            writer.write(again: head)
        } else {
            let start = writer.position
            writer.write(markup: #""><span class="quote-author"><bdi>"#)
            setting.say(ThreadWording.replyTo(setting.names[sender].name)).write(to: &writer)
            writer.write(markup: #"</bdi></span><span class="quote-text"><bdi>"#)
            quoteHeads.append((sender, start..<writer.position))
        }
        RichText.excerpt(of: text, limit: Self.excerptCharacters).write(to: &writer)
        writer.write(markup: "</bdi></span></a>")
    }

    /// The path of this conversation's messages, up to their identifiers.
    private mutating func writePath(of id: MessageID, to writer: inout HTMLWriter) {
        if let path { return writer.write(again: path) }
        let start = writer.position
        routes.message.writeStart(MessageParameters(setting.conversation, id, at: nil), to: &writer)
        path = start..<writer.position
    }

    private mutating func writeTooltip(to writer: inout HTMLWriter) {
        if let tooltip { return writer.write(again: tooltip) }
        let start = writer.position
        moment.full.write(to: &writer)
        tooltip = start..<writer.position
    }

    /// The time of the message that is being written.
    private mutating func writeTime(of sent: Timestamp, to writer: inout HTMLWriter) {
        writer.write(markup: #"<time class="time" datetime=""#)
        if let minute {
            writer.write(again: minute)
            writer.write(secondsOf: sent)
        } else {
            let start = writer.position
            writer.write(sent)
            minute = start..<(start + Timestamp.iso8601MinuteBytes)
        }
        if let endOfTime { return writer.write(again: endOfTime) }
        let start = writer.position
        writer.write(markup: #"">"#)
        moment.clock.write(to: &writer)
        writer.write(markup: "</time>")
        endOfTime = start..<writer.position
    }
}
