import Chat

/// Who is who in a conversation, those who left included.
struct Names: Sendable {
    private let people: [UserID: Person]
    private let say: Speaker

    init(_ conversation: Conversation, _ say: Speaker) {
        people = Dictionary(conversation.participants.map { ($0.user.id, Person($0.user)) }) { first, _ in first }
        self.say = say
    }

    subscript(_ user: UserID) -> Person {
        people[user] ?? Person(name: say(ConversationWording.deletedUser), seed: user.description)
    }

    /// What happened, as a sentence.
    func sentence(for content: Message.Content) -> String {
        switch content {
        case .text(_, let text): text
        case .joined(let user?): say(ConversationWording.joined(self[user].name))
        case .joined(nil): say(ConversationWording.somebodyJoined)
        case .left(let user?): say(ConversationWording.left(self[user].name))
        case .left(nil): say(ConversationWording.somebodyLeft)
        case .other(let text): text.flatMap { $0.isEmpty ? nil : $0 } ?? say(ThreadWording.event)
        }
    }
}
