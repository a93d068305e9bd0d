import Chat
import HTML

/// One message as it stands in its conversation, for those who look on.
struct MessageFragment: View {
    /// Whether it goes on with the group of the message before it.
    let continues: Bool
    private let model: ThreadModel

    /// - Parameters:
    ///   - previous: the message before it, which decides whether a new day or a new group begins.
    ///   - original: the message that it answers.
    ///   - viewer: who sees it; `nil` for those to whom nothing in it is their own.
    init(
        _ message: Message, after previous: Message?, original: Message?, in conversation: Conversation,
        viewer: UserID?, _ time: ViewerTime
    ) {
        var surroundings = ThreadModel.Surroundings()
        surroundings.back = routes.thread(conversation.id)
        if let original { surroundings.originals[original.id] = original }
        var model = ThreadModel(
            MessagePage(messages: (previous.map { [$0] } ?? []) + [message], older: nil), in: conversation,
            viewer: viewer, time, surroundings)
        continues = model.keepLast()
        self.model = model
    }

    var body: some View { MessageList(model: model, actions: nil) }
}
