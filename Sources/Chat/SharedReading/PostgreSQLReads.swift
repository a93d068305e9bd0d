public import Chat
import FoundationEssentials
public import Live
public import PostgreSQL
import Synchronization

/// What processes before one REST backend have read of it, in a PostgreSQL database that they share.
///
/// Each statement decides by the server's clock. What is lost in a crash of the server is read again, so commits do not wait
/// for its disk.
public final class PostgreSQLReads: SharedReads {
    /// The topic of its signals.
    static let topic = "read"
    /// A longer page is not shared: each process reads it for itself.
    static let maximumPageBytes = 1_000_000
    /// How many changes of a conversation are brought at once.
    static let changesAtOnce = 500

    let database: Database
    let signals: Signals
    /// Names this process.
    private let process = UserID.random().description
    private let state = Mutex(State())

    private struct State {
        /// The leases that are kept, and when they end at the earliest.
        var leases: [ConversationID: ContinuousClock.Instant] = [:]
        var refusedPages = 0
    }

    /// What goes on, in numbers.
    public struct Figures: Sendable, Equatable {
        /// Leases that this process keeps.
        public let leases: Int
        /// What this process had read when another one had taken the lease.
        public let refusedPages: Int
    }

    /// In a database that `migrate` has brought up to date.
    ///
    /// - Parameter signals: those of this process; `nil` for some of its own.
    public init(_ database: Database, signals: Signals? = nil) {
        self.database = database
        self.signals = signals ?? Signals(database)
    }

    private func tell(_ hint: Hint) { signals.send(Self.topic, hint.text) }

    public static var tables: Migrations { Schema.migrations }

    /// Makes the tables, or brings them up to date.
    public static func migrate(_ database: Database) async throws { try await Schema.migrations.apply(to: database) }

    public var figures: Figures {
        state.withLock { state in
            state.leases = state.leases.filter { $0.value > .now }
            return Figures(leases: state.leases.count, refusedPages: state.refusedPages)
        }
    }

    /// One round trip.
    public func begin(_ request: ReadRequest) async throws -> ReadBeginning {
        let start = ContinuousClock.now
        let id = request.conversation
        let known = [(conversation: id, position: request.known)]
        let rows = try await run([
            Query(
                """
                INSERT INTO reads AS known (
                    conversation, process, token, ends_at, is_kept, claimed_at, claimed_number, last_number, changed_at)
                SELECT $1, $2, now, now + $3, $4, now, now, now, now FROM (SELECT \(Schema.now) AS now) clock
                ON CONFLICT (conversation) DO UPDATE SET
                    process = excluded.process, token = greatest(known.token + 1, excluded.token),
                    ends_at = CASE WHEN known.process = excluded.process
                        THEN greatest(known.ends_at, excluded.ends_at) ELSE excluded.ends_at END,
                    is_kept = excluded.is_kept OR (
                        known.process = excluded.process AND known.is_kept AND known.ends_at > excluded.claimed_at),
                    claimed_at = excluded.claimed_at, claimed_number = known.last_number
                WHERE known.process = excluded.process OR (known.ends_at <= excluded.claimed_at
                    AND (known.page_at < excluded.claimed_at - $5 OR known.page_limit < $6))
                RETURNING token, is_kept
                """, id.description, process, request.lease.milliseconds, request.keepsLease,
                request.maximumAge.milliseconds, request.count),
            pagesAndChanges(of: known),
        ])
        guard let row = rows[0].first else {
            return .news(try news(rows[1], since: start)[id] ?? .nothing(of: id))
        }
        let isKept = row.boolean(1)
        state.withLock { $0.leases[id] = isKept ? start + request.lease : nil }
        return .lease(ReadLease(conversation: id, token: row.integer(0)))
    }

    public func finish(_ lease: ReadLease, with page: ReadPage?) async throws -> Int64? {
        let id = lease.conversation
        let content = try page.map { try Self.text($0.messages) }
        guard let page, let content, content.utf8.count <= Self.maximumPageBytes else {
            _ = try await run([
                Query(
                    "UPDATE reads SET ends_at = 0, is_kept = false WHERE conversation = $1 AND token = $2 AND process = $3",
                    id.description, lease.token, process)
            ])
            state.withLock { $0.leases[id] = nil }
            return nil
        }
        // The same page again has the same number, unless changes were told of after the read of that page began: they are
        // judged by the new one.
        let rows = try await run([
            Query(
                """
                UPDATE reads SET page = CASE WHEN is_same THEN reads.page ELSE $4 END, page_limit = $5,
                    page_number = CASE WHEN is_same THEN reads.page_number ELSE next END,
                    last_number = CASE WHEN is_same THEN reads.last_number ELSE next END,
                    changed_at = CASE WHEN is_same THEN reads.changed_at ELSE now END,
                    page_begun = claimed_number, page_at = claimed_at,
                    ends_at = CASE WHEN is_kept THEN ends_at ELSE 0 END
                FROM (
                    SELECT now, greatest(last_number + 1, now) AS next,
                        page = $4 AND page_limit = $5 AND last_change <= page_begun AS is_same
                    FROM reads, (SELECT \(Schema.now) AS now) clock WHERE conversation = $1 FOR UPDATE OF reads
                ) found
                WHERE conversation = $1 AND token = $2 AND process = $3
                RETURNING reads.page_number, is_same
                """, id.description, lease.token, process, content, page.limit)
        ])
        guard let row = rows[0].first else {
            state.withLock { state in
                state.refusedPages += 1
                state.leases[id] = nil
            }
            return nil
        }
        if !row.boolean(1) { tell(.changed(id)) }
        return row.integer(0)
    }

    public func add(_ change: SharedChange, in conversation: ConversationID) async throws -> Int64 {
        let rows = try await run([
            Query(
                """
                WITH numbered AS (
                    INSERT INTO reads AS known (conversation, last_number, last_change, changed_at)
                    SELECT $1, now, now, now FROM (SELECT \(Schema.now) AS now) clock
                    ON CONFLICT (conversation) DO UPDATE SET
                        last_number = greatest(known.last_number + 1, excluded.last_number),
                        last_change = greatest(known.last_number + 1, excluded.last_number),
                        changed_at = excluded.changed_at
                    RETURNING last_number, changed_at)
                INSERT INTO read_changes SELECT $1, last_number, $2, $3, changed_at FROM numbered RETURNING number
                """, conversation.description, process, try Self.text(change))
        ])
        tell(.changed(conversation))
        return rows[0].first?.integer(0) ?? 0
    }

    public func announce(_ conversation: ConversationID, to people: [UserID]) {
        for person in people.prefix(Hint.maximumPeople) { tell(.membership(of: person, in: conversation)) }
    }

    /// Ends the leases of this process, so that others need not wait.
    public func endLeases() async {
        state.withLock { $0.leases = [:] }
        // Where it fails, they end by themselves.
        _ = try? await run([Query("UPDATE reads SET ends_at = 0 WHERE process = $1 AND ends_at > 0", process)])
    }

    /// What is known of some conversations, as far as this process does not know it.
    func news(after known: [(conversation: ConversationID, position: SharedPosition)]) async throws -> [SharedNews] {
        let start = ContinuousClock.now
        return Array(try news(try await run([pagesAndChanges(of: known)])[0], since: start).values)
    }

    func run(_ queries: [Query]) async throws -> [Rows] {
        let settings = [Query("SELECT set_config('synchronous_commit', 'off', true)")]
        return Array(try await database.run(settings + queries).dropFirst())
    }
}

extension PostgreSQLReads {
    private typealias Known = [(conversation: ConversationID, position: SharedPosition)]

    /// A row for each conversation, with its page where that is not known, and then one for each change. Of a conversation of
    /// which nothing is known, what came after the read of its page began: one statement, because between two another page
    /// may be stored, which holds changes that the first one lacks.
    private func pagesAndChanges(of known: Known) -> Query {
        Query(
            """
            WITH kept AS MATERIALIZED (
                SELECT reads.*, known.change AS known_change, known.page AS known_page
                FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS known (conversation, change, page)
                JOIN reads ON reads.conversation = known.conversation)
            SELECT conversation, page_number, page_begun, \(Schema.now) - page_at, page_limit,
                CASE WHEN page_number > known_page THEN page END, last_number, NULL::bigint AS number, NULL::text
            FROM kept
            UNION ALL
            SELECT kept.conversation, NULL, NULL, NULL, NULL, NULL, NULL, changes.number,
                CASE WHEN changes.process <> $4 THEN changes.content END
            FROM kept CROSS JOIN LATERAL (
                SELECT * FROM read_changes WHERE conversation = kept.conversation
                    AND number > CASE WHEN known_change = 0 THEN page_begun ELSE known_change END
                ORDER BY number LIMIT $5) changes
            ORDER BY conversation, number NULLS FIRST
            """, TextArray(known.map(\.conversation.description)),
            TextArray(known.map(\.position.change.description)), TextArray(known.map(\.position.page.description)),
            process, Self.changesAtOnce)
    }

    /// - Parameter start: when they were asked for.
    private func news(_ rows: Rows, since start: ContinuousClock.Instant) throws -> [ConversationID: SharedNews] {
        var pages: [Row] = []
        var changesOf: [String: [SharedNews.Change]] = [:]
        for row in rows.map({ $0 }) {
            guard let number = row.optionalInteger(7) else {
                pages.append(row)
                continue
            }
            // `nil` for a kind that a newer version writes.
            let change = row.optionalText(8).flatMap { try? Self.value($0) as SharedChange }
            changesOf[row.text(0), default: []].append(SharedNews.Change(number: number, change: change))
        }
        var news: [ConversationID: SharedNews] = [:]
        for row in pages {
            guard let id = ConversationID(row.text(0)) else { continue }
            let messages = row.optionalText(5).flatMap { try? Self.value($0) as [Message] }
            let page = SharedNews.Page(
                number: row.integer(1), begun: row.integer(2),
                earliestBeginning: start - .milliseconds(max(0, row.integer(3))),
                content: messages.map { ReadPage(messages: $0, limit: Int(row.integer(4))) })
            let changes = changesOf[row.text(0)] ?? []
            let isAll = changes.count < Self.changesAtOnce
            news[id] = SharedNews(
                conversation: id, number: isAll ? row.integer(6) : changes.last?.number ?? 0, changes: changes,
                page: page.number > 0 ? page : nil)
        }
        return news
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        // The same value has to be the same text, by which pages are compared.
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

extension SharedNews {
    fileprivate static func nothing(of id: ConversationID) -> SharedNews {
        SharedNews(conversation: id, number: 0, changes: [], page: nil)
    }
}

extension Duration {
    /// In whole milliseconds.
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
