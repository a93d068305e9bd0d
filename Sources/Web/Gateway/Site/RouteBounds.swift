import HTTP

/// What bounds one route: how much may be sent to it, how long it takes, who may ask how often, and what it holds in
/// memory. `Site` enforces the body and the budgets with these values; the rest names where it is enforced.
struct RouteBounds: Sendable {
    /// Who is counted.
    enum Budget: Sendable {
        case limited(RequestBudget)
        /// Nobody is counted, for this reason.
        case unlimited(Reason)

        var budget: RequestBudget? { if case .limited(let budget) = self { budget } else { nil } }
    }

    enum Reason: String, Sendable {
        case sameForAll = "not counted: the same bytes for everybody, from memory"
        case probe = "not counted: probes must always be answered"
        case unread = "not counted: nothing is done for it"
    }

    /// What makes attempts slow beside the budget.
    enum Attempts: String, Sendable {
        case none = ""
        case signIn = "failures make the next wait, by name and by address"
        case factor = "failures make the next wait, by person and by address"
        case registration = "new people: 20 an hour"
        case departure = "60 in 10 minutes"
        case streams = "open at once: 64 by person, 16 by session"
        case transaction = "a `state` counts once, for ten minutes"
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
    }

    /// How much may be sent; nothing where the route takes no change.
    let body: ByteCount
    let time: Time
    let person: Budget
    let address: Budget
    var attempts = Attempts.none
    let memory: Memory

    /// Bounds of a route that shows something.
    static func page(
        _ budget: RequestBudget, _ time: Time = .backend, _ memory: Memory = .answer, attempts: Attempts = .none
    ) -> RouteBounds { change(budget, time, .nothing, memory, attempts: attempts) }

    /// Bounds of a route that a form is sent to.
    static func change(
        _ budget: RequestBudget, _ time: Time, _ body: ByteCount, _ memory: Memory = .answer,
        attempts: Attempts = .none
    ) -> RouteBounds {
        RouteBounds(
            body: body, time: time, person: .limited(budget), address: .limited(.visiting), attempts: attempts,
            memory: memory)
    }

    private static func open(_ reason: Reason, _ time: Time, _ memory: Memory) -> RouteBounds {
        RouteBounds(
            body: .nothing, time: time, person: .unlimited(reason), address: .unlimited(reason), memory: memory)
    }

    /// What providers tell.
    static let notice = RouteBounds(
        body: .textForm, time: .service, person: .limited(.notifying), address: .limited(.notifying), memory: .answer)
    /// A change of one's factors.
    static let factors = change(.settings, .memory, .mediumForm, .request)
    static let stream = page(.streaming, .stream, .stream, attempts: .streams)
    static let file = open(.sameForAll, .memory, .file)
    static let probe = open(.probe, .backend, .request)
    /// What no route reads.
    static let unknown = page(.reading, .memory, .request)
    /// What the server can't read.
    static let unreadable = open(.unread, .memory, .request)
}

extension ByteCount {
    /// Forms without free text: ids, a key, a word.
    static let smallForm = ByteCount.kibibytes(16)
    /// Forms that name up to 500 people, and what an authenticator says.
    static let mediumForm = ByteCount.kibibytes(64)
    /// Forms with a text, or which carry one on through sign-in and confirmation: what the server takes at all.
    static let textForm = ByteCount.mebibytes(1)
    static let nothing = ByteCount.bytes(0)
}

// The table of `docs/security.md`.
extension RouteBounds {
    static var table: String {
        let rows = Routes.table.rows.map { row in
            cells(row.name, "`\(row.method) \(row.pattern)`", row.access.text, row.bounds)
        }
        let head = [
            "| route | request | who | body | time | by person | by address | memory |",
            "|---|---|---|---|---|---|---|---|",
        ]
        return (head + rows + [cells(.unknown, "", "", unknown), cells(.unreadable, "", "", unreadable)])
            .joined(separator: "\n")
    }

    private static func cells(_ name: RouteName, _ request: String, _ who: String, _ bounds: RouteBounds) -> String {
        "| \((["`\(name.rawValue)`", request, who] + bounds.cells).joined(separator: " | ")) |"
    }

    private var cells: [String] {
        let attempts = attempts == .none ? "" : "; \(attempts.rawValue)"
        return [
            body.bytes == 0 ? "none" : "\(body.bytes / 1_024) KiB", time.rawValue, Self.text(person),
            Self.text(address) + attempts, memory.rawValue,
        ]
    }

    private static func text(_ budget: Budget) -> String {
        switch budget {
        case .limited(let budget): "\(budget)"
        case .unlimited(let reason): reason.rawValue
        }
    }
}

extension RouteAccess {
    fileprivate var text: String {
        switch self {
        case .anyone: "anyone"
        case .signedIn, .signedInElseStatus, .signedInElseText: "signed in"
        case .freshProof: "fresh proof"
        case .freshProofForSome: "signed in, fresh proof for some"
        case .admin: "admin"
        case .adminWithFreshProof: "admin with fresh proof"
        }
    }
}
