import HTTP

/// A session that sends its browser to a provider for something else than signing in: to come in by that as well.
struct Errand: Equatable {
    private static let purpose = "link"

    /// The session that has set out.
    let session: String

    init(session: String) { self.session = session }

    /// As a transaction keeps it: sealed, and bound to the browser.
    var memo: String {
        let query: Query = ["errand": Self.purpose, "session": session]
        return query.serialized
    }

    /// `nil` for the memo of a sign-in.
    init?(memo: String) {
        guard let query = Query(parsing: memo), query["errand"] == Self.purpose, let session = query["session"] else {
            return nil
        }
        self.session = session
    }
}
