public import Chat
internal import ChatRecords
internal import SQLite

/// Sample data for trying out the site: eight people and their conversations of some days.
///
/// Deterministic: the same time gives the same data, including ids.
public enum SampleWorld {
    /// Fills an empty store in one transaction. Does nothing if the store has users.
    /// - Returns: whether the store was filled.
    @discardableResult
    public static func seed(_ store: ChatStore) throws(ChatError) -> Bool {
        let now = store.clock.now()
        return try store.writeNow(during: "seed") { connection in
            let hasUsers = try connection.row("SELECT 1 FROM users LIMIT 1") { _ in true }
            guard hasUsers == nil else { return false }
            var seeding = Seeding(now: now)
            try seeding.people(in: &connection)
            for conversation in conversations { try seeding.add(conversation, to: &connection) }
            return true
        }
    }

    static let conversations = [
        veranda, weekendHikers, neighbourhood, developers, bookClub, aliceAndBob, aliceAndHaruka, aliceAndCarol,
        kenjiAndYui,
    ]

    /// A UUID that is the same in all sample data.
    static func identifier<Entity>(_ number: Int) -> Identifier<Entity> {
        guard let identifier = Identifier<Entity>("550e8400-e29b-41d4-a716-446655\(number)") else {
            preconditionFailure("\(number) has no six digits")
        }
        return identifier
    }
}

/// Writes the sample data into a database, with sequential ids for messages and the like.
private struct Seeding {
    let now: Timestamp
    private var conversations = 45_0000
    private var participants = 46_0000
    private var messages = 50_0000
    private var reactions = 60_0000
    private var bookmarks = 70_0000

    init(now: Timestamp) { self.now = now }

    func people(in connection: inout Connection) throws {
        for person in SamplePerson.allCases { try connection.insert(user(person)) }
    }

    mutating func add(_ sample: SampleConversation, to connection: inout Connection) throws {
        let moments = moments(of: sample)
        let createdAt = moments[0].adding(.seconds(-240))
        let id: ConversationID = next(\.conversations)
        let participants = sample.members.map { person in
            Participant(
                id: next(\.participants), conversation: id, user: user(person),
                role: sample.admins.contains(person) ? .admin : .member, joinedAt: createdAt, leftAt: nil)
        }
        try connection.insert(
            Conversation(
                id: id, kind: sample.name == nil ? .direct : .group, name: sample.name, createdAt: createdAt,
                participants: participants, isOpen: sample.isOpen))

        var written: [(person: SamplePerson, message: Message)] = []
        for scene in sample.scenes {
            let start = written.count
            for (index, line) in scene.lines.enumerated() {
                let answered = line.answered.map { written[start + index - $0].message.id }
                let message = try add(line, answering: answered, at: moments[start + index], to: id, &connection)
                written.append((line.person, message))
            }
        }
        try addReadMarks(sample, written, to: &connection)
    }

    private mutating func add(
        _ line: SampleLine, answering answered: MessageID?, at moment: Timestamp, to conversation: ConversationID,
        _ connection: inout Connection
    ) throws -> Message {
        switch line.kind {
        case .text, .change: break
        case .join:
            try connection.insert(
                Participant(
                    id: next(\.participants), conversation: conversation, user: user(line.person), role: .member,
                    joinedAt: moment, leftAt: nil))
        case .leave:
            try connection.run(
                "UPDATE participants SET left_at = ? WHERE conversation = ? AND user = ?", moment.milliseconds,
                conversation.description, line.person.id.description)
        }
        let message = try connection.insert(
            line.kind, of: line.person.id, text: line.text, replyTo: answered, into: conversation,
            as: next(\.messages), at: moment)
        for (emoji, people) in line.reactions {
            for person in people {
                try connection.insert(
                    Reaction(
                        id: next(\.reactions), message: message.id, user: person.id, emoji: emoji,
                        createdAt: moment.adding(.seconds(20))))
            }
        }
        if line.isBookmarkedByAlice {
            try connection.insert(
                Bookmark(
                    id: next(\.bookmarks), message: message.id, user: SamplePerson.alice.id,
                    createdAt: moment.adding(.seconds(30))))
        }
        if line.isDeleted { try connection.delete(message.id, at: moment.adding(.seconds(40))) }
        return message
    }

    /// Alice has read all but `unreadByAlice` messages, everyone else up to their own last message.
    private mutating func addReadMarks(
        _ sample: SampleConversation, _ written: [(person: SamplePerson, message: Message)],
        to connection: inout Connection
    ) throws {
        for person in SamplePerson.allCases {
            let last =
                person == .alice && sample.members.contains(.alice)
                ? written.dropLast(sample.unreadByAlice).last
                : written.last { $0.person == person }
            guard let message = last?.message else { continue }
            let place = try connection.place(of: message.id, in: message.conversation)
            _ = try connection.setReadMark(message.id, place, of: person.id, at: message.createdAt)
        }
    }

    /// The time of each line: computed backwards from the end of its scene.
    private func moments(of sample: SampleConversation) -> [Timestamp] {
        sample.scenes.flatMap { scene in
            var moment = now.adding(.zero - scene.ended)
            var moments: [Timestamp] = []
            for (index, line) in scene.lines.enumerated().reversed() {
                moments.append(moment)
                moment = moment.adding(.zero - line.pause(index))
            }
            return moments.reversed()
        }
    }

    private func user(_ person: SamplePerson) -> User {
        User(
            id: person.id, alias: person.alias, name: person.name, avatarURL: nil,
            createdAt: now.adding(.zero - .ago(days: 12, hours: -person.rawValue)))
    }

    private mutating func next<Entity>(_ counter: WritableKeyPath<Seeding, Int>) -> Identifier<Entity> {
        self[keyPath: counter] += 1
        return SampleWorld.identifier(self[keyPath: counter])
    }
}
