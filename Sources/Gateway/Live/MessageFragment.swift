import Chat
import HTML

/// One message as it stands in its conversation, for those who look on.
struct MessageFragment: View {
    /// Whether it goes on with the group of the message before it.
    let continues: Bool
    private let day: ThreadModel.Day
    private let setting: ThreadModel.Setting

    /// - Parameters:
    ///   - previous: the message before it, which decides whether a new day or a new group begins.
    ///   - original: the message that it answers.
    ///   - viewer: who sees it; `nil` for those to whom nothing in it is their own.
    init(
        _ message: Message, after previous: Message?, original: Message?, in conversation: Conversation,
        viewer: UserID?, _ time: ViewerTime
    ) {
        var surroundings = ThreadModel.Surroundings()
        surroundings.back = .thread(conversation.id)
        if let original { surroundings.originals[original.id] = original }
        let model = ThreadModel(
            MessagePage(messages: (previous.map { [$0] } ?? []) + [message], older: nil), in: conversation,
            viewer: viewer, time, surroundings)
        let isNewDay = previous == nil || model.days.count > 1
        var entries = model.days.last?.entries.suffix(1) ?? []
        var continues = false
        if case .group(var group)? = entries.last, let bubble = group.bubbles.last {
            continues = group.bubbles.count > 1
            group.bubbles = [bubble]
            entries = [.group(group)]
        }
        self.continues = continues
        setting = model.setting
        day = ThreadModel.Day(name: isNewDay ? model.days.last?.name : nil, entries: Array(entries))
    }

    var body: some View { DaySection(day: day, setting: setting, actions: nil) }
}
