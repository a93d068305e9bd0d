import Chat

/// The participants of a conversation by id, including former ones.
struct Names: Sendable {
    private let people: [UserID: Person]
    private let say: Speaker

    /// Only of some participants: a conversation may have thousands.
    init(_ conversation: Conversation, of users: Set<UserID>, _ say: Speaker) {
        self.init(conversation.participants.filter { users.contains($0.user.id) }, say)
    }

    /// Of the people whom messages name.
    init(_ conversation: Conversation, in messages: [Message], _ originals: some Sequence<Message>, _ say: Speaker) {
        // Where they are few, all of them: that is faster than to find those whom the messages name.
        guard conversation.participants.count > messages.count else {
            self.init(conversation.participants, say)
            return
        }
        var users: Set<UserID> = []
        for message in messages { message.addPeople(to: &users) }
        for original in originals { original.addPeople(to: &users) }
        self.init(conversation, of: users, say)
    }

    private init(_ participants: [Participant], _ say: Speaker) {
        var people: [UserID: Person] = [:]
        people.reserveCapacity(participants.count)
        for participant in participants { people[participant.user.id] = Person(participant.user) }
        self.people = people
        self.say = say
    }

    /// A participant, whether the messages name them or not.
    func person(_ user: User) -> Person { people[user.id] ?? Person(user) }

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

extension Message {
    /// Adds those whom the message names: who wrote it and who reacted to it, or those of whom it reports.
    func addPeople(to people: inout Set<UserID>) {
        content.addPeople(to: &people)
        for reaction in reactions { people.insert(reaction.user) }
    }
}

extension Message.Content {
    /// Adds the sender, or those of whom a system message reports.
    func addPeople(to people: inout Set<UserID>) {
        switch self {
        case .text(let sender, _): people.insert(sender)
        case .joined(let user), .left(let user): people.formUnion(user.map { [$0] } ?? [])
        case .changed(let change, let actor):
            people.insert(actor)
            people.formUnion(change.person.map { [$0] } ?? [])
        case .other: break
        }
    }
}
