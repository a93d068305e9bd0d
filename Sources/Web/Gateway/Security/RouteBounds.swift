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

    /// Of forms without free text: ids, a key, a word.
    private static let smallForm = ByteCount.kibibytes(16)
    /// Of forms that name up to 500 people, and of what an authenticator says.
    private static let mediumForm = ByteCount.kibibytes(64)
    /// Of forms with a text, or which carry one on through sign-in and confirmation: what the server takes at all.
    private static let textForm = ByteCount.mebibytes(1)
    private static let nothing = ByteCount.bytes(0)

    private static func page(
        _ budget: RequestBudget, _ time: Time = .backend, body: ByteCount = nothing, _ memory: Memory = .answer,
        attempts: Attempts = .none
    ) -> RouteBounds {
        RouteBounds(
            body: body, time: time, person: .limited(budget), address: .limited(.visiting), attempts: attempts,
            memory: memory)
    }

    private static func open(_ reason: Reason, _ time: Time, _ memory: Memory) -> RouteBounds {
        RouteBounds(body: nothing, time: time, person: .unlimited(reason), address: .unlimited(reason), memory: memory)
    }

    static func of(_ route: RouteName) -> RouteBounds {
        switch route {
        case .home: page(.reading, .memory, .request)
        case .signIn: page(.settings, .service, body: textForm, attempts: .signIn)
        case .provider: page(.settings, .service, body: textForm, attempts: .departure)
        case .providerCallback: page(.settings, .service, body: textForm, attempts: .transaction)
        case .providerSignOut, .providerNotice:
            RouteBounds(
                body: textForm, time: .service, person: .limited(.notifying), address: .limited(.notifying),
                memory: .answer)
        case .welcome: page(.settings, .service, body: textForm)
        case .signOut: page(.settings, .service, body: smallForm)
        case .register: page(.settings, .service, body: textForm, attempts: .registration)
        case .conversations: page(.reading, body: mediumForm, .kept)
        case .newConversation: page(.reading)
        case .thread: page(.reading, .backend, .kept)
        case .messages: page(.writing, body: textForm)
        case .message: page(.reading)
        case .messageReactions, .messageBookmark, .messageDelete, .messageUnread: page(.writing, body: smallForm)
        case .draft: page(.noting, body: textForm)
        case .typing, .read: page(.noting, body: smallForm)
        case .members: page(.reading, body: smallForm)
        case .removal: page(.creating, body: smallForm)
        case .bookmarks: page(.searching)
        case .person: page(.reading)
        case .search: page(.searching)
        case .profile: page(.reading)
        case .preferences: page(.settings, .memory, body: smallForm, .request)
        case .sessions, .everySession: page(.settings, .memory, body: smallForm, .request)
        case .identities: page(.settings, .service, body: mediumForm)
        case .password: page(.settings, .service, body: smallForm, attempts: .signIn)
        case .metrics, .session: page(.reading, .memory, .request)
        case .events: page(.streaming, .stream, .stream, attempts: .streams)
        case .secondFactor: page(.settings, .service, body: textForm, attempts: .factor)
        case .passkeySignIn: page(.settings, .service, body: textForm, attempts: .challenge)
        case .security: page(.settings, .memory, .request)
        case .securityChange: page(.settings, .memory, body: mediumForm, .request)
        case .confirmation: page(.settings, .service, body: textForm, attempts: .factor)
        case .avatar: page(.pictures, .picture, .picture)
        case .asset, .favicon: open(.sameForAll, .memory, .file)
        case .health, .readiness: open(.probe, .backend, .request)
        case .unknown: page(.reading, .memory, .request)
        case .unreadable: open(.unread, .memory, .request)
        }
    }

    /// The budget of a change, where a route shows a page as well.
    static func budgetOfChange(_ route: RouteName) -> RequestBudget? {
        switch route {
        case .conversations, .members: .creating
        default: nil
        }
    }
}

// The table of `docs/security.md`.
extension RouteBounds {
    static var table: String {
        let rows = RouteName.allCases.map { route in
            "| `\(route.rawValue)` | \(of(route).cells(changes: budgetOfChange(route)).joined(separator: " | ")) |"
        }
        return (["| route | body | time | by person | by address | memory |", "|---|---|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }

    func cells(changes: RequestBudget?) -> [String] {
        let attempts = attempts == .none ? "" : "; \(attempts.rawValue)"
        let person = [Self.text(person), changes.map { "changes \($0)" }].compactMap { $0 }.joined(separator: "; ")
        return [
            body.bytes == 0 ? "none" : "\(body.bytes / 1_024) KiB", time.rawValue, person,
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
