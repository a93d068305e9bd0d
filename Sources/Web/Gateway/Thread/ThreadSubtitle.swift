import Chat
import HTML

/// The links under a conversation's title: to its members, or in a direct conversation to the other person's profile, to
/// its files, and to its pinned messages.
struct ThreadSubtitle: View {
    let text: String
    let path: Path
    let files: (text: String, path: Path)?
    let pins: (text: String, path: Path)?

    /// - Parameter hasFiles: whether messages may have files.
    init(_ conversation: Conversation, viewer: UserID, hasFiles: Bool, _ say: Speaker) {
        files = hasFiles ? (say(FileWording.files), routes.conversationFiles(conversation.id)) : nil
        let count = conversation.pinnedCount
        pins = count > 0 ? (say(PinsWording.count(count)), routes.pins(conversation.id)) : nil
        let other = conversation.participants.first { $0.user.id != viewer }
        if conversation.kind == .direct, let other {
            text = say(ThreadWording.details)
            path = routes.person(other.user.id)
        } else {
            text = say(ConversationWording.members(conversation.activeParticipants.count))
            path = routes.members(conversation.id)
        }
    }

    var body: some View {
        a(.href(path.url)) { text }
        if let files { a(.href(files.path.url)) { files.text } }
        if let pins { a(.class("pinned"), .href(pins.path.url)) { pins.text } }
    }
}
