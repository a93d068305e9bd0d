import Chat
import HTML

/// The links under a conversation's title: to its members, or in a direct conversation to the other person's profile, to
/// its files, to its pinned messages, to the search in it, and to its notifications.
struct ThreadSubtitle: View {
    let text: String
    let path: Path
    let files: (text: String, path: Path)?
    let pins: (count: Int, name: String, path: Path)?
    let search: (name: String, path: Path)
    let level: (isSilent: Bool, name: String, path: Path)

    /// - Parameters:
    ///   - hasFiles: whether messages may have files.
    ///   - isSilent: whether no message of the conversation calls the viewer.
    init(_ conversation: Conversation, viewer: UserID, hasFiles: Bool, isSilent: Bool, _ say: Speaker) {
        level = (
            isSilent, say(isSilent ? NotificationsWording.off : NotificationsWording.title),
            routes.level(conversation.id)
        )
        search = (say(SearchWording.title), routes.search(in: conversation.id))
        files = hasFiles ? (say(FileWording.files), routes.conversationFiles(conversation.id)) : nil
        let count = conversation.pinnedCount
        pins = count > 0 ? (count, say(PinsWording.count(count)), routes.pins(conversation.id)) : nil
        let other = conversation.participants.first { $0.user.id != viewer }
        if conversation.kind == .direct, let other {
            text = say(ThreadWording.details)
            path = routes.person(other.user.id)
        } else {
            let count = conversation.activeParticipants.count
            text = say(
                conversation.thread == nil ? ConversationWording.members(count) : RepliesWording.followers(count))
            path = routes.members(conversation.id)
        }
    }

    var body: some View {
        a(.href(path.url)) { text }
        if let files { a(.href(files.path.url)) { files.text } }
        // Signs instead of words: a small phone has no room for more.
        if let pins {
            a(.class("pinned"), .href(pins.path.url), .title(pins.name), .aria(.label, pins.name)) { "📌 \(pins.count)" }
        }
        a(.class("find"), .href(search.path.url), .title(search.name), .aria(.label, search.name)) { "🔍" }
        a(.class("level"), .href(level.path.url), .title(level.name), .aria(.label, level.name)) {
            level.isSilent ? "🔕" : "🔔"
        }
    }
}
