import Chat
import HTML

/// A row of the list of conversations without anything that somebody wrote or that is about somebody: the markup that
/// rows have in common, and today's date.
struct SampleRow: View {
    private static let conversation = ConversationID("00000000-0000-0000-0000-000000000000")!
    private static let viewer = UserID("00000000-0000-0000-0000-000000000000")!
    private static let person = UserID("00000000-0000-0000-0000-000000000001")!
    private static let participant = ParticipantID("00000000-0000-0000-0000-000000000000")!

    let visit: Visit

    var body: some View {
        let noon = visit.time.start(of: visit.time.day(of: visit.time.now)).adding(.seconds(12 * 60 * 60))
        // The picture of a group has those of two or more.
        let member = Participant(
            id: Self.participant, conversation: Self.conversation,
            user: User(id: Self.person, alias: "", name: "", avatarURL: "https://localhost/", createdAt: noon),
            role: .member, joinedAt: noon, leftAt: nil)
        ConversationRow(
            visit: visit, viewer: Self.viewer,
            summary: ConversationSummary(
                conversation: Conversation(
                    id: Self.conversation, kind: .group, name: nil, createdAt: noon, participants: [member, member]),
                lastMessage: nil),
            draft: "", isBeside: true)
        UnreadBadges(say: visit.say, unread: "", mentions: "")
    }
}
