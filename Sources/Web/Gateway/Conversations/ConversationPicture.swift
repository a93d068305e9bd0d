import Chat
import HTML

/// The picture of a conversation in a list: the other person's; for a group its own, or those of some of its members.
struct ConversationPicture: View {
    /// How many members' pictures make the picture of a group.
    private static let maximumMembers = 4

    let conversation: Conversation
    let viewer: UserID
    let say: Speaker

    var body: some View {
        let members = members
        if members.count > 1 {
            span(.class("avatar members of-\(members.count)"), .aria(.hidden, "true")) {
                for member in members { Avatar(person: Person(member), isHidden: false) }
            }
        } else {
            Avatar(person: conversation.avatar(for: viewer, say))
        }
    }

    /// Of a group without a picture, some of its members, the viewer last.
    private var members: [User] {
        guard conversation.kind == .group, conversation.picture == nil else { return [] }
        let active = conversation.participants.lazy.filter(\.isActive).map(\.user)
        let others = Array(active.filter { $0.id != viewer }.prefix(Self.maximumMembers))
        return others.count > 1 ? others : others + active.filter { $0.id == viewer }.prefix(1)
    }
}
