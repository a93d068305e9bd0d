import Chat

/// The participants of a conversation by id, including former ones.
struct Names: Sendable {
    private let people: [UserID: Person]
    private let say: Speaker

    init(_ conversation: Conversation, _ say: Speaker) { self.init(conversation.participants, say) }

    /// Only of some participants: a conversation may have thousands.
    init(_ conversation: Conversation, of users: Set<UserID>, _ say: Speaker) {
        self.init(conversation.participants.filter { users.contains($0.user.id) }, say)
    }

    private init(_ participants: [Participant], _ say: Speaker) {
        people = Dictionary(participants.map { ($0.user.id, Person($0.user)) }) { first, _ in first }
        self.say = say
    }

    subscript(_ user: UserID) -> Person {
        people[user] ?? Person(name: say(ConversationWording.deletedUser), seed: user.description)
    }

    /// The text of a message, or a sentence for what it reports, such as "Bob joined".
    func sentence(for content: Message.Content) -> String {
        switch content {
        case .text(_, let text): text
        case .joined(let user?): say(ConversationWording.joined(self[user].name))
        case .joined(nil): say(ConversationWording.somebodyJoined)
        case .left(let user?): say(ConversationWording.left(self[user].name))
        case .left(nil): say(ConversationWording.somebodyLeft)
        case .changed(let change, let actor):
            say(GroupWording.changed(change, by: self[actor].name, change.person.map { self[$0].name } ?? "", say))
        case .other(let text): text.flatMap { $0.isEmpty ? nil : $0 } ?? say(ThreadWording.event)
        }
    }
}
