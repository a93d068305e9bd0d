import Chat
import SQLite
import Synchronization

/// The people who may have a draft: all who have one, and some who had. Each page of a conversation asks for a draft, and
/// most people have none, so most pages need not ask the database. This process is the only one that writes drafts.
final class DraftWriters: Sendable {
    private struct State {
        var users: Set<UserID> = []
        /// Whether the people in the database are among them.
        var isLoaded = false
        /// Whether there are too many to remember: then everybody may have a draft.
        var isFull: Bool { users.count > DraftWriters.maximum }
    }

    /// The most people that are remembered; with more, the database is asked each time.
    private static let maximum = 100_000

    private let database: Database
    private let state = Mutex(State())

    init(_ database: Database) { self.database = database }

    /// To be called before the draft is kept.
    func insert(_ user: UserID) {
        state.withLock { if !$0.isFull { $0.users.insert(user) } }
    }

    func mayInclude(_ user: UserID) throws -> Bool {
        try state.withLock { state in
            if !state.isLoaded {
                state.users.formUnion(try stored())
                state.isLoaded = true
            }
            return state.isFull || state.users.contains(user)
        }
    }

    private func stored() throws -> [UserID] {
        try database.read { connection in
            try connection.rows("SELECT DISTINCT user_id FROM draft LIMIT ?", Self.maximum + 1) { $0.text(0) }
        }.compactMap { UserID($0) }
    }
}
