/// A rate limit for requests of one kind, for each user, or for each address if nobody is signed in. A token bucket, so
/// large that manual use does not exhaust it.
enum RequestBudget: String, CaseIterable, Sendable {
    /// Pages.
    case reading
    /// Pages for which the backend searches many messages.
    case searching
    /// Messages, and changes of messages.
    case writing
    /// What scripts report by themselves: drafts, typing, seen messages.
    case noting
    /// New conversations and participants.
    case creating
    /// Files before their messages: ten messages of ten files in a minute.
    case sendingFiles
    /// Opening event streams. `StreamLimits` says how many may be open.
    case streaming
    /// Profile pictures, of which a page may show hundreds.
    case pictures
    /// The user's own account and preferences, and sign-in.
    case settings
    /// Files with all that is stored about the user, for which all messages are read.
    case exporting
    /// Notifications of providers, which may report the end of all their sessions at once.
    case notifying
    /// All requests without a session. A whole office may share one address.
    case visiting

    /// For how many people at one address there is room in `sizeOfAddress`; a whole office may share one.
    static let peopleOfAddress = 20

    /// The same for all signed-in users of one address together, so that having many accounts does not help. `nil` for
    /// what is counted by user only.
    var sizeOfAddress: (burst: Int, perMinute: Int)? {
        switch self {
        case .searching, .writing, .noting, .creating, .sendingFiles:
            (size.burst * Self.peopleOfAddress, size.perMinute * Self.peopleOfAddress)
        case .reading, .streaming, .pictures, .settings, .exporting, .notifying, .visiting: nil
        }
    }

    /// The size of the token bucket, and how much of it is refilled in a minute.
    var size: (burst: Int, perMinute: Int) {
        switch self {
        case .reading: (1_200, 3_000)
        case .searching: (60, 120)
        case .writing: (300, 300)
        case .noting: (600, 600)
        case .creating: (60, 60)
        case .sendingFiles: (100, 100)
        case .streaming: (120, 240)
        case .pictures: (3_000, 6_000)
        case .settings: (120, 120)
        case .exporting: (10, 1)
        case .notifying: (10_000, 60_000)
        case .visiting: (1_200, 2_400)
        }
    }
}
