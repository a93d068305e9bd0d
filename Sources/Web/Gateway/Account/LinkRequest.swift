import HTTP

/// A session that sends its browser to a provider to link it, instead of to sign in.
struct LinkRequest: Equatable {
    private static let purpose = "link"

    /// The session that began it.
    let session: String

    init(session: String) { self.session = session }

    /// Serialized for a transaction, which is sealed and bound to the browser.
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
