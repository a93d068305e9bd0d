import Chat
import HTML

/// The link under a conversation's title: to its members, or in a direct conversation to the other person's profile.
struct ThreadSubtitle: View {
    let text: String
    let path: Path

    init(_ conversation: Conversation, viewer: UserID, _ say: Speaker) {
        let other = conversation.participants.first { $0.user.id != viewer }
        if conversation.kind == .direct, let other {
            text = say(ThreadWording.details)
            path = routes.person(other.user.id)
        } else {
            text = say(ConversationWording.members(conversation.activeParticipants.count))
            path = routes.members(conversation.id)
        }
    }

    var body: some View { a(.href(path.url)) { text } }
}
