/// A conversation of the sample world.
struct SampleConversation {
    /// `nil` for a direct conversation.
    let name: String?
    /// Those who are in it from the start.
    let members: [SamplePerson]
    var admins: [SamplePerson] = []
    /// How many of the newest messages Alice has yet to read.
    var unreadByAlice = 0
    let scenes: [SampleScene]
}

/// Some minutes of talk.
struct SampleScene {
    /// How long ago the last line was said.
    let ended: Duration
    let lines: [SampleLine]

    init(ended: Duration, _ lines: [SampleLine]) {
        self.ended = ended
        self.lines = lines
    }
}

/// A message of the sample world.
struct SampleLine {
    let kind: MessageKind
    let person: SamplePerson
    var text: String?
    /// How many lines further up the scene the answered message is.
    var answered: Int?
    var reactions: KeyValuePairs<String, [SamplePerson]> = [:]
    /// Taken back by its sender later on.
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

    /// The time that it took to read what came before, think and write this.
    /// `index` makes lines of the same length differ.
    func pause(_ index: Int) -> Duration { .seconds(14 + min(text?.count ?? 0, 160) / 2 + index * 29 % 47) }
}

extension Duration {
    static func ago(days: Int = 0, hours: Int = 0, minutes: Int = 0) -> Duration {
        .seconds(((days * 24 + hours) * 60 + minutes) * 60)
    }
}
