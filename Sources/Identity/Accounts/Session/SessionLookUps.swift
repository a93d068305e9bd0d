import Bytes
import Chat
import Concurrency
import Records

/// Looks up sessions. In a database that processes share, those that are needed while others are being looked up are next,
/// together and in one round trip: when a process has ended, thousands of streams open at another one at once.
final class SessionLookUps: Sendable {
    typealias Found = (row: SessionRow, preferences: Session.Preferences)

    /// How many are looked up in one round trip.
    static let tokensAtOnce = 32
    /// How many may wait in a sequence.
    static let tokensWaiting = 10_000
    /// In how many sequences: one that the database does not answer holds up only what comes after it in the same.
    static let sequences: UInt8 = 4

    private let database: RecordDatabase
    private let clock: Clock
    /// `nil` where the database is a file of this process, which answers at once.
    private let batches: Batches<UInt8, SessionToken, Found?, any Error>?

    init(_ database: RecordDatabase, isShared: Bool, _ clock: Clock) {
        self.database = database
        self.clock = clock
        batches =
            isShared
            ? Batches(
                itemsAtOnce: Self.tokensAtOnce, itemsWaiting: Self.tokensWaiting,
                full: StoreOutage.timedOut("too many sessions are to be looked up"))
            : nil
    }

    /// The session of a token, with what its person has chosen; `nil` if there is none or it has ended.
    func find(_ token: SessionToken) async throws -> Found? {
        guard let batches else { return try await database.sessions([token], now: clock.now())[0] }
        return try await batches.run(token, for: (token.hash.first ?? 0) % Self.sequences) {
            [database, clock] _, tokens in
            do {
                return try await database.sessions(tokens, now: clock.now()).map { .success($0) }
            } catch {
                return tokens.map { _ in .failure(error) }
            }
        }
    }

    /// How many wait.
    var waiting: Int { (0..<Self.sequences).reduce(0) { $0 + (batches?.waiting(for: $1) ?? 0) } }
}

extension RecordDatabase {
    /// The sessions of some tokens in their order, unless they have ended, in one round trip.
    fileprivate func sessions(_ tokens: [SessionToken], now: Timestamp) async throws -> [SessionLookUps.Found?] {
        let user = "user_id = (SELECT user_id FROM session WHERE token_hash = $1)"
        let found = try await read(
            tokens.flatMap { token in
                [
                    SessionRow.query(token, now),
                    RecordQuery("SELECT settings FROM appearance_settings WHERE \(user)", token.hash),
                    RecordQuery("SELECT settings FROM notification_settings WHERE \(user)", token.hash),
                    RecordQuery(
                        """
                        SELECT conversation_id, level, until FROM notification_level
                        WHERE \(user) AND (until IS NULL OR until > $2)
                        """, token.hash, now.milliseconds),
                    RecordQuery("SELECT conversation_id FROM pinned_conversation WHERE \(user)", token.hash),
                ]
            })
        func settings(_ rows: [Record]) -> JSON? { rows.first.flatMap { JSON(parsing: Array($0.text(0).utf8)) } }
        return tokens.indices.map { index in
            let (row, appearance) = (found[5 * index], found[5 * index + 1])
            let (notifications, levels, pinned) = (found[5 * index + 2], found[5 * index + 3], found[5 * index + 4])
            guard let row = row.first.map({ SessionRow($0) }) else { return nil }
            let preferences = Session.Preferences(
                appearance: settings(appearance).flatMap { AppearanceSettings($0) },
                notifications: settings(notifications).flatMap { NotificationSettings($0) },
                levels: NotificationLevels(levels), pinned: Set(pinned.compactMap { ConversationID($0.text(0)) }))
            return (row, preferences)
        }
    }
}
