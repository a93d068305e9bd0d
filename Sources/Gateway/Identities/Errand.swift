import HTTP

/// For what else than signing in a session sends its browser to a provider.
enum Errand: Equatable {
    /// To come in by that as well.
    case link(session: String)

    /// The session that has set out.
    var session: String {
        switch self {
        case .link(let session): session
        }
    }

    /// As a transaction keeps it: sealed, and bound to the browser.
    var memo: String {
        let query: Query =
            switch self {
            case .link(let session): ["errand": "link", "session": session]
            }
        return query.serialized
    }

    /// `nil` for the memo of a sign-in.
    init?(memo: String) {
        guard let query = Query(parsing: memo), let session = query["session"], query["errand"] == "link" else {
            return nil
        }
        self = .link(session: session)
    }
}
