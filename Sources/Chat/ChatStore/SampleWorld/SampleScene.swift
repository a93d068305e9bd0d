internal import ChatRecords

/// A conversation of the sample data.
struct SampleConversation {
    /// `nil` for a direct conversation.
    let name: String?
    /// The initial participants.
    let members: [SamplePerson]
    var admins: [SamplePerson] = []
    var isOpen = false
    /// The number of newest messages that Alice has not read.
    var unreadByAlice = 0
    let scenes: [SampleScene]
}

/// A sequence of messages within some minutes.
struct SampleScene {
    /// The age of the last message.
    let ended: Duration
    let lines: [SampleLine]

    init(ended: Duration, _ lines: [SampleLine]) {
        self.ended = ended
        self.lines = lines
    }
}

/// A message of the sample data.
struct SampleLine {
    let kind: MessageKind
    let person: SamplePerson
    var text: String?
    /// For a reply: the distance to the original, in lines within the scene.
    var answered: Int?
    var reactions: KeyValuePairs<String, [SamplePerson]> = [:]
    /// Whether its sender has deleted it.
    var isDeleted = false
    var isBookmarkedByAlice = false

    static func said(
        _ person: SamplePerson, _ text: String, answering answered: Int? = nil,
        reactions: KeyValuePairs<String, [SamplePerson]> = [:], isDeleted: Bool = false,
        isBookmarkedByAlice: Bool = false
    ) -> SampleLine {
        SampleLine(
            kind: .text, person: person, text: text, answered: answered, reactions: reactions, isDeleted: isDeleted,
            isBookmarkedByAlice: isBookmarkedByAlice)
    }

    static func joined(_ person: SamplePerson) -> SampleLine {
        SampleLine(kind: .join, person: person, text: "\(person.id) joined")
    }

    static func left(_ person: SamplePerson) -> SampleLine { SampleLine(kind: .leave, person: person) }

    /// A plausible time for reading the previous message and writing this one. `index` adds variation between lines of
    /// the same length.
    func pause(_ index: Int) -> Duration { .seconds(14 + min(text?.count ?? 0, 160) / 2 + index * 29 % 47) }
}

extension Duration {
    static func ago(days: Int = 0, hours: Int = 0, minutes: Int = 0) -> Duration {
        .seconds(((days * 24 + hours) * 60 + minutes) * 60)
    }
}
