import HTTP

/// The limits of a route. `Site` enforces `body`, `person` and `address`; the other values document limits that are
/// enforced elsewhere. A test compares all of them with the table in `docs/security.md`.
struct RouteBounds: Sendable {
    /// Why the requests of a route are not counted.
    enum Exemption: String, Sendable {
        case sameForAll = "not counted: the same bytes for everybody, from memory"
        case probe = "not counted: probes must always be answered"
        case unread = "not counted: nothing is done for it"
    }

    /// Limits on attempts in addition to the budget.
    enum Attempts: String, Sendable {
        case none = ""
        case signIn = "failures make the next wait, by name and by address"
        case factor = "failures make the next wait, by person and by address"
        case registration = "new people: 20 an hour"
        case departure = "60 in 10 minutes"
        case streams = "open at once: 64 by person, 16 by session"
        case searches = "at once: 2 by person"
        case exports = "at once: 1 by person, 4 in all"
        case transaction = "a `state` counts once, for ten minutes"
        case link = "a link counts once"
        case firstAdmin = "failures make the next wait, by address"
        case challenge = "120 answers in 10 minutes, and a challenge counts once, for an hour"
    }

    enum Time: String, Sendable {
        case memory = "local"
        case backend = "backend"
        case service = "backend or service"
        case picture = "backend, then the picture's host"
        case stream = "until the session ends"
    }

    enum Memory: String, Sendable {
        case request = "request"
        case answer = "request, answers"
        case kept = "request, answers, kept pages"
        case stream = "256 KiB for each stream"
        case file = "files read at the start"
        case picture = "request, one picture"
        case export = "request, a file of 32 MiB"
        case auditFile = "request, a file of 8 MiB"
        case upload = "request, its files on the disk"
        case sentFile = "request, a file from the disk"
    }

    /// The maximum size of the request body; 0 for routes that change nothing.
    let body: ByteCount
    let time: Time
    /// The budget for requests with a session.
    let person: RequestBudget?
    /// The budget for requests without a session.
    let address: RequestBudget?
    var exemption: Exemption?
    var attempts = Attempts.none
    let memory: Memory

    /// Whether a form that failed for a while comes back as it was sent, to be sent again: none of these holds a secret.
    var returnsForm: Bool { person == .writing || person == .creating }

    /// The bounds of a GET route.
    static func page(
        _ budget: RequestBudget, _ time: Time = .backend, _ memory: Memory = .answer, attempts: Attempts = .none
    ) -> RouteBounds { change(budget, time, .nothing, memory, attempts: attempts) }

    /// The bounds of a route that takes a form.
    static func change(
        _ budget: RequestBudget, _ time: Time, _ body: ByteCount, _ memory: Memory = .answer,
        attempts: Attempts = .none
    ) -> RouteBounds {
        RouteBounds(
            body: body, time: time, person: budget, address: .visiting, attempts: attempts, memory: memory)
    }

    private static func open(_ exemption: Exemption, _ time: Time, _ memory: Memory) -> RouteBounds {
        RouteBounds(body: .nothing, time: time, person: nil, address: nil, exemption: exemption, memory: memory)
    }

    /// Notifications of providers.
    static let notice = RouteBounds(
        body: .textForm, time: .service, person: .notifying, address: .notifying, memory: .answer)
    /// Changes of factors.
    static let factors = change(.settings, .memory, .mediumForm, .request)
    static let stream = page(.streaming, .stream, .stream, attempts: .streams)
    static let file = open(.sameForAll, .memory, .file)
    static let probe = open(.probe, .backend, .request)
    /// Requests that match no route.
    static let unknown = page(.reading, .memory, .request)
    /// Requests that the server can't parse.
    static let unreadable = open(.unread, .memory, .request)
}

extension ByteCount {
    /// Forms without free text, such as ids, a key or a word.
    static let smallForm = ByteCount.kibibytes(16)
    /// Forms with up to 500 people, and the responses of authenticators.
    static let mediumForm = ByteCount.kibibytes(64)
    /// Forms with a text, also if they only preserve it during sign-in or re-authentication: the limit of the server.
    static let textForm = ByteCount.mebibytes(1)
    static let nothing = ByteCount.bytes(0)
}
