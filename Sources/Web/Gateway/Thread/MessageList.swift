import Chat
import HTML
import RichText

/// The messages of a page.
///
/// Because they are most of a page, their markup is written as literals; its rarer parts are elements, as in other views.
struct MessageList: PrimitiveView {
    let model: ThreadModel
    /// The actions on the message that the page is about; `nil` for the page of a conversation.
    let actions: MessageActions?

    func write(to writer: inout HTMLWriter) {
        // By pointer: taking a message out of its array would copy it.
        model.messages.withUnsafeBufferPointer { messages in
            var renderer = Renderer(model: model, messages: messages, actions: actions)
            for piece in model.pieces { renderer.write(piece, to: &writer) }
        }
    }

    /// Writes the messages. Markup that repeats is copied from the range where it was written first.
    fileprivate struct Renderer {
        let model: ThreadModel
        let messages: UnsafeBufferPointer<Message>
        let actions: MessageActions?
        /// When the current message was sent.
        var moment: MomentFormatter
        /// The tooltip with the time, the start of the `datetime` attribute, and the end of the `time` element: equal for
        /// all messages of one minute.
        var tooltip: Range<Int>?
        var minute: Range<Int>?
        var endOfTime: Range<Int>?
        /// The start of a group, for each author. A page has at most 50 messages.
        var heads: [(author: UserID, head: Range<Int>)] = []
        /// The start of a quote behind its link, for each quoted author.
        var quoteHeads: [(author: UserID, head: Range<Int>)] = []
        /// The path of messages, up to the message's id.
        var path: Range<Int>?
        var startOfReactions: Range<Int>?
        var endOfMessage: Range<Int>?

        var context: ThreadModel.Context { model.context }

        init(model: ThreadModel, messages: UnsafeBufferPointer<Message>, actions: MessageActions?) {
            self.model = model
            self.messages = messages
            self.actions = actions
            moment = MomentFormatter(model.context.time)
        }
    }
}

extension MessageList.Renderer {
    fileprivate mutating func write(_ piece: ThreadModel.Piece, to writer: inout HTMLWriter) {
        switch piece {
        case .day(let day): writer.write(h2(.class("day")) { span { context.time.dayName(day) } })
        case .newMessages:
            writer.write(p(.class("new-messages"), .id("new")) { span { context.say(ThreadWording.newMessages) } })
        case .event(let index):
            turn(to: messages[index].createdAt)
            writer.write(markup: #"<p class="event" id=""#)
            writer.write(anchorOf: messages[index].id)
            writer.write(markup: #"" title=""#)
            writeTooltip(to: &writer)
            writer.write(markup: #""><bdi>"#)
            context.names.sentence(for: messages[index].content).write(to: &writer)
            writer.write(markup: "</bdi> ")
            writeTime(of: messages[index].createdAt, to: &writer)
            writer.write(markup: "</p>")
        case .group(let indices):
            guard case .text(let sender, _) = messages[indices.lowerBound].content else { return }
            write(indices, of: sender, to: &writer)
        }
    }

    /// A group: consecutive messages of one author.
    private mutating func write(_ indices: Range<Int>, of sender: UserID, to writer: inout HTMLWriter) {
        if let head = heads.first(where: { $0.author == sender })?.head {
            writer.write(again: head)
        } else {
            let start = writer.position
            writeHead(of: sender, to: &writer)
            heads.append((sender, start..<writer.position))
        }
        for index in indices {
            writeBubble(index, isLast: index == indices.upperBound - 1, to: &writer)
            if let actions, actions.message.id == messages[index].id { actions.write(to: &writer) }
        }
        writer.write(markup: "</div></article>")
    }

    /// The start of a group: its author.
    private func writeHead(of sender: UserID, to writer: inout HTMLWriter) {
        let author = context.names[sender]
        let isMine = sender == context.viewer
        writer.write(markup: isMine ? #"<article class="group mine">"# : #"<article class="group">"#)
        if !isMine {
            // The author's name is the link of screen readers and the keyboard.
            writer.write(markup: #"<a class="portrait" tabindex="-1" aria-hidden="true" href=""#)
            routes.person.write(sender, to: &writer)
            writer.write(markup: #"">"#)
            Avatar(person: author).write(to: &writer)
            writer.write(markup: "</a>")
        }
        writer.write(
            markup: isMine
                ? #"<div class="bubbles"><h3 class="author unseen"><a href=""#
                : #"<div class="bubbles"><h3 class="author"><a href=""#)
        routes.person.write(sender, to: &writer)
        writer.write(markup: #""><bdi>"#)
        author.name.write(to: &writer)
        writer.write(markup: "</bdi></a></h3>")
    }

    private func parameters(of message: MessageID, sent: Timestamp?) -> MessageParameters {
        MessageParameters(conversation: context.conversation, message: message, moment: sent)
    }

    private mutating func turn(to moment: Timestamp) {
        guard self.moment.turn(to: moment) else { return }
        (tooltip, minute, endOfTime) = (nil, nil, nil)
    }

    /// - Parameter isLast: whether it is the last of its group, which shows the time.
    private mutating func writeBubble(_ index: Int, isLast: Bool, to writer: inout HTMLWriter) {
        guard case .text(let sender, let text) = messages[index].content else { return }
        let (id, sent) = (messages[index].id, messages[index].createdAt)
        let poll = Poll(text: text)
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
        if let original = messages[index].replyTo { writeQuote(of: original, to: &writer) }
        if !messages[index].attachments.isEmpty {
            AttachmentsView(attachments: messages[index].attachments, say: context.say).write(to: &writer)
        }
        writer.write(markup: #"<div class="text" dir="auto">"#)
        if let rendered = context.annotations.texts[id] {
            rendered.write(to: &writer)
        } else {
            RichText.write(poll?.heading ?? text, emoji: context.annotations.emoji, to: &writer) { context.mentions }
        }
        writer.write(markup: "</div>")
        if let preview = context.annotations.previews[id] {
            LinkPreviewCard(preview: preview, message: parameters(of: id, sent: sent)).write(to: &writer)
        }
        writer.write(markup: "</div>")
        var others = messages[index].reactions
        if let poll {
            let message = messages[index]
            PollView(
                poll: poll, message: message, names: context.names, viewer: context.viewer,
                back: context.annotations.back, say: context.say
            ).write(to: &writer)
            others.removeAll { poll.shows($0, of: message) }
        }
        if !others.isEmpty {
            write(others, to: messages[index], id: idStart..<anchorEnd, to: &writer)
        }
        if let thread = messages[index].thread {
            writer.write(
                a(.class("replies"), .href(routes.thread(thread.conversation).url)) {
                    context.say(RepliesWording.count(thread.replies))
                })
        }
        writer.write(markup: #"<div class="message-foot">"#)
        if isLast { writeTime(of: sent, to: &writer) }
        if messages[index].editedAt != nil {
            let versions = routes.versions(parameters(of: id, sent: sent)).url
            writer.write(a(.class("edited"), .href(versions)) { context.say(EditingWording.edited) })
        }
        // Whose message it is comes first: the message is copied for the rest.
        if sender == context.viewer, let readers = model.readers(of: messages[index]) {
            writer.write(markup: #"<span class="read">"#)
            context.say(ReceiptsWording.mark(readers, isGroup: context.isGroup)).write(to: &writer)
            writer.write(markup: "</span>")
        }
        if context.annotations.bookmarked.contains(id) {
            writer.write(span(.class("bookmarked")) { context.say(ThreadWording.bookmarked) })
        }
        writer.write(markup: #"<a class="more" href=""#)
        writePath(of: id, to: &writer)
        writer.write(again: idStart..<anchorEnd)
        routes.message.writeEnd(parameters(of: id, sent: sent), to: &writer)
        writer.write(markup: "#")
        writer.write(again: anchor..<anchorEnd)
        writeEndOfMessage(to: &writer)
    }

    private mutating func writeEndOfMessage(to writer: inout HTMLWriter) {
        if let endOfMessage { return writer.write(again: endOfMessage) }
        let start = writer.position
        writer.write(markup: #""><span class="unseen">"#)
        context.say(ThreadWording.actions).write(to: &writer)
        writer.write(markup: "</span></a></div></div>")
        endOfMessage = start..<writer.position
    }

    /// The reactions: each is a button that adds or removes the viewer's own.
    /// - Parameter id: the range of the message's id in the output.
    private mutating func write(
        _ reactions: [Reaction], to message: Message, id: Range<Int>, to writer: inout HTMLWriter
    ) {
        let counts = ReactionCount.counts(reactions, viewer: context.viewer)
        if counts.isEmpty { return }
        writer.write(markup: #"<form method="post" action=""#)
        writePath(of: message.id, to: &writer)
        writer.write(again: id)
        routes.react.writeEnd(parameters(of: message.id, sent: message.createdAt), to: &writer)
        writeStartOfReactions(to: &writer)
        for reaction in counts {
            let isMine = reaction.isMine
            writer.write(markup: #"<button type="submit" name=""#)
            writer.write(markup: isMine ? #"remove" value=""# : #"add" value=""#)
            reaction.emoji.write(to: &writer)
            writer.write(markup: isMine ? #"" class="reaction own" title=""# : #"" class="reaction" title=""#)
            for (index, user) in reaction.users.prefix(ReactionCount.maximumNames).enumerated() {
                if index > 0 { writer.write(markup: ", ") }
                context.names[user].name.write(to: &writer)
            }
            if reaction.users.count > ReactionCount.maximumNames { writer.write(markup: ", …") }
            writer.write(markup: isMine ? #"" aria-pressed="true">"# : #"" aria-pressed="false">"#)
            if let picture = PlaceEmoji.picture(of: reaction.emoji, among: context.annotations.emoji) {
                EmojiPicture(name: picture.name, url: picture.url).write(to: &writer)
            } else {
                reaction.emoji.write(to: &writer)
            }
            writer.write(markup: " ")
            writer.add(Int64(reaction.users.count))
            writer.write(markup: "</button>")
        }
        writer.write(markup: "</form>")
    }

    /// The markup before the reactions, with the page to return to.
    private mutating func writeStartOfReactions(to writer: inout HTMLWriter) {
        if let startOfReactions { return writer.write(again: startOfReactions) }
        let start = writer.position
        writer.write(markup: #"" class="reactions">"#)
        if let back = context.annotations.back {
            writer.write(markup: #"<input type="hidden" name="return" value=""#)
            back.text.write(to: &writer)
            writer.write(markup: #"">"#)
        }
        startOfReactions = start..<writer.position
    }

    private static var excerptCharacters: Int { 80 }

    /// A quote from the message that is replied to.
    private mutating func writeQuote(of id: MessageID, to writer: inout HTMLWriter) {
        let original = model.original(id)
        writer.write(markup: #"<a class="quote" href=""#)
        writePath(of: id, to: &writer)
        writer.write(id)
        routes.message.writeEnd(parameters(of: id, sent: original?.createdAt), to: &writer)
        writer.write(markup: "#")
        writer.write(anchorOf: id)
        guard case .text(let sender, let text)? = original?.content else {
            writer.write(markup: #""><span class="quote-author">"#)
            context.say(ThreadWording.replyToUnseen).write(to: &writer)
            return writer.write(markup: "</span></a>")
        }
        if let head = quoteHeads.first(where: { $0.author == sender })?.head {
            writer.write(again: head)
        } else {
            let start = writer.position
            writer.write(markup: #""><span class="quote-author"><bdi>"#)
            context.say(ThreadWording.replyTo(context.names[sender].name)).write(to: &writer)
            writer.write(markup: #"</bdi></span><span class="quote-text"><bdi>"#)
            quoteHeads.append((sender, start..<writer.position))
        }
        if text.isEmpty, let attachments = original?.attachments, !attachments.isEmpty {
            context.say.summary(of: attachments).write(to: &writer)
        } else {
            RichText.excerpt(of: text, limit: Self.excerptCharacters) { context.mentions }.write(to: &writer)
        }
        writer.write(markup: "</bdi></span></a>")
    }

    /// The path of this conversation's messages, up to the message's id.
    private mutating func writePath(of id: MessageID, to writer: inout HTMLWriter) {
        if let path { return writer.write(again: path) }
        let start = writer.position
        routes.message.writeStart(parameters(of: id, sent: nil), to: &writer)
        path = start..<writer.position
    }

    private mutating func writeTooltip(to writer: inout HTMLWriter) {
        if let tooltip { return writer.write(again: tooltip) }
        let start = writer.position
        moment.full.write(to: &writer)
        tooltip = start..<writer.position
    }

    /// The time of the current message.
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
