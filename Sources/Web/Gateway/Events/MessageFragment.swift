import Chat
import HTML
import RichText

/// The HTML of one message in its conversation, for event streams.
struct MessageFragment: View {
    /// Whether the message belongs to the same group as the message before it.
    let continues: Bool
    private let model: ThreadModel

    /// - Parameters:
    ///   - previous: the message before it, which decides whether a new day or a new group begins.
    ///   - original: the message that it replies to.
    ///   - viewer: `nil` for viewers who neither wrote the message nor are mentioned in it nor reacted to it.
    ///   - preview: that of its first link.
    ///   - readers: how far others have read, where the viewer is its author and may know it.
    ///   - text: its text, as `text(of:in:viewer:emoji:)` renders it for the same viewer.
    init(
        _ message: Message, after previous: Message?, original: Message?, in conversation: Conversation,
        viewer: UserID?, preview: LinkPreviews.Shown?, readers: [Reader]?, text: RawHTML,
        emoji: [String: SafeURL], _ time: ViewerTime
    ) {
        var annotations = ThreadModel.Annotations()
        annotations.emoji = emoji
        annotations.readers = readers
        annotations.texts[message.id] = text
        annotations.previews[message.id] = preview
        annotations.back = routes.thread(conversation.id)
        if let original { annotations.originals[original.id] = original }
        var model = ThreadModel(
            MessagePage(messages: (previous.map { [$0] } ?? []) + [message], older: nil), in: conversation,
            viewer: viewer, time, annotations)
        continues = model.keepLast()
        self.model = model
    }

    /// The text of a message for a viewer: the same in each language and time zone.
    static func text(
        of message: Message, in conversation: Conversation, viewer: UserID?, emoji: [String: SafeURL]
    ) -> RawHTML {
        let text = message.shownText
        var writer = HTMLWriter()
        RichText.write(text, emoji: emoji, to: &writer) {
            RichText.Mentions(in: conversation, viewer: viewer, for: [text])
        }
        return RawHTML(trusted: writer.bytes)
    }

    var body: some View { MessageList(model: model, actions: nil) }
}
