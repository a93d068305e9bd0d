import HTTP

/// For what else than signing in a session sends its browser to a provider.
enum Errand: Equatable {
    /// To come in by that as well.
    case link(session: String)
    /// To prove again who one is.
    case prove(session: String)

    /// The session that has set out.
    var session: String {
        switch self {
        case .link(let session), .prove(let session): session
        }
    }

    /// Whether the person has to prove who they are, although the provider knows them.
    var asksAgain: Bool { if case .prove = self { true } else { false } }

    /// As a transaction keeps it: sealed, and bound to the browser.
    var memo: String {
        let query: Query =
            switch self {
            case .link(let session): ["errand": "link", "session": session]
            case .prove(let session): ["errand": "prove", "session": session]
            }
        return query.serialized
    }

    /// `nil` for the memo of a sign-in.
    init?(memo: String) {
        guard let query = Query(parsing: memo), let session = query["session"] else { return nil }
        switch query["errand"] {
        case "link": self = .link(session: session)
        case "prove": self = .prove(session: session)
        default: return nil
        }
    }
}
