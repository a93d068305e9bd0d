/// How often one person, or one address where nobody is signed in, may ask for things of one kind: a bucket of tokens,
/// which fills up again evenly. Nobody who uses the site by hand reaches the end of one.
enum RequestBudget: String, CaseIterable, Sendable {
    /// Pages.
    case reading
    /// Pages that the backend has to look through many messages for.
    case searching
    /// Messages, and what is done to messages.
    case writing
    /// What scripts tell by themselves: drafts, typing, what was read.
    case noting
    /// New conversations and participants.
    case creating
    /// Opening event streams. How many are open is `StreamPlaces`'s matter.
    case streaming
    /// People's pictures: a page may show hundreds.
    case pictures
    /// One's own account and preferences.
    case settings
    /// What providers tell: that sessions are over, of all their people at once where they stop.
    case notifying
    /// Everything, by whoever is not signed in. A whole office may be behind one address.
    case visiting

    /// How many requests at once.
    var burst: Int {
        switch self {
        case .reading: 1_200
        case .searching: 60
        case .writing: 300
        case .noting: 600
        case .creating: 60
        case .streaming: 120
        case .pictures: 3_000
        case .settings: 120
        case .notifying: 10_000
        case .visiting: 1_200
        }
    }

    /// How many more each minute.
    var perMinute: Int {
        switch self {
        case .reading: 3_000
        case .searching: 120
        case .writing: 300
        case .noting: 600
        case .creating: 60
        case .streaming: 240
        case .pictures: 6_000
        case .settings: 120
        case .notifying: 60_000
        case .visiting: 2_400
        }
    }
}

extension RequestBudget: CustomStringConvertible {
    var description: String { "\(rawValue): \(burst), \(perMinute) a minute" }
}
