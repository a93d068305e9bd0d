import Chat
import SQLite
import Synchronization

/// Who may have begun a text: all who have, and some who had. Each page of a conversation asks for a draft, and most
/// people have none; this process is the only one that writes them.
final class DraftWriters: Sendable {
    /// With more of them it is left to the database, so that this does not grow for ever.
    private static let maximum = 100_000

    /// `nil` where there are too many.
    private let users: Mutex<Set<UserID>?>

    init(_ database: Database) throws {
        let ids = try database.read { connection in
            try connection.rows("SELECT DISTINCT user_id FROM draft LIMIT ?", Self.maximum + 1) { $0.text(0) }
        }
        users = Mutex(ids.count > Self.maximum ? nil : Set(ids.compactMap { UserID($0) }))
    }

    /// To be called before the draft is kept.
    func insert(_ user: UserID) {
        users.withLock { users in
            users?.insert(user)
            if users?.count ?? 0 > Self.maximum { users = nil }
        }
    }

    func mayInclude(_ user: UserID) -> Bool { users.withLock { $0?.contains(user) ?? true } }
}
