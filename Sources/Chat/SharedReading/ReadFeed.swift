import Chat
import Concurrency
public import Live
public import PostgreSQL
import Synchronization

/// Brings what other processes have read and changed.
///
/// A hint tells which conversations; once a second all that has changed lately is looked at, so that a lost hint costs a
/// second.
public final class ReadFeed: Sendable {
    public struct Limits: Sendable {
        /// How often is looked without a hint.
        public var interval = Duration.seconds(1)
        /// How far back is looked: longer than a statement may last, whose changes can't be seen before its end.
        public var window = Duration.seconds(20)
        /// How long nobody may have looked; after that, all that is kept is compared.
        public var patience = Duration.seconds(10)
        /// Of how many conversations is read at once.
        public var conversationsPerRead = 100
        /// How often old rows are deleted.
        public var forgettingInterval = Duration.seconds(60)
        /// How long changes are kept.
        public var changeAge = Duration.seconds(15 * 60)
        /// How long what is known of a conversation is kept that nobody reads or changes.
        public var pageAge = Duration.seconds(3_600)
        /// How many rows are deleted at once.
        public var rowsForgottenAtOnce = 10_000

        public init() {}
    }

    private let reads: PostgreSQLReads
    private let receiver: any SharedNewsReceiver
    private let limits: Limits
    private let report: @Sendable (Signals.Report) -> Void
    private let reading: GatheredWork<ConversationID>
    private let state = Mutex(State())

    private struct State {
        var lookedAt: ContinuousClock.Instant?
        /// Whether hints may have been lost for longer than is looked back.
        var hasToCompare = false
    }

    public init(
        _ reads: PostgreSQLReads, to receiver: any SharedNewsReceiver, limits: Limits = Limits(),
        report: @escaping @Sendable (Signals.Report) -> Void = { _ in }
    ) {
        self.reads = reads
        self.receiver = receiver
        self.limits = limits
        self.report = report
        reading = GatheredWork(keysAtOnce: limits.conversationsPerRead)
    }

    /// Brings changes until the task is cancelled; then ends the leases of this process.
    public func run() async {
        await withTaskGroup { group in
            group.addTask { await self.listen() }
            group.addTask {
                // Where one fails, the next comes soon.
                await repeating(every: self.limits.interval) { try? await self.look() }
            }
            group.addTask { await repeating(every: self.limits.forgettingInterval) { try? await self.forget() } }
        }
        await reads.endLeases()
    }

    private func listen() async {
        reads.signals.handle(PostgreSQLReads.topic) { text in
            if let hint = Hint(text) { self.take(hint) }
        }
        await reads.signals.run(
            began: {
                self.state.withLock { $0.hasToCompare = true }
                self.receiver.forgetPages()
            }, report: report)
    }

    private func take(_ hint: Hint) {
        switch hint {
        case .changed(let id): read([id])
        case .membership(let user, let id): Task { await self.receiver.lookForMembership(of: user, in: id) }
        }
    }

    /// Deletes old rows.
    func forget() async throws {
        _ = try await reads.run([Self.forgettingChanges(limits), Self.forgettingPages(limits)])
    }

    static func forgettingChanges(_ limits: Limits) -> Query {
        Query(
            """
            DELETE FROM read_changes WHERE (conversation, number) IN (
                SELECT conversation, number FROM read_changes WHERE at < (SELECT \(Schema.now)) - $1
                ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, limits.changeAge.components.seconds * 1_000, limits.rowsForgottenAtOnce)
    }

    static func forgettingPages(_ limits: Limits) -> Query {
        Query(
            """
            DELETE FROM reads WHERE conversation IN (
                SELECT conversation FROM reads
                WHERE changed_at < (SELECT \(Schema.now)) - $1
                    AND greatest(claimed_at, ends_at) < (SELECT \(Schema.now)) - $1
                ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, limits.pageAge.components.seconds * 1_000, limits.rowsForgottenAtOnce)
    }

    static func changed(_ limits: Limits) -> Query {
        Query(
            "SELECT conversation, last_number FROM reads WHERE changed_at >= (SELECT \(Schema.now)) - $1",
            limits.window.components.seconds * 1_000)
    }

    /// Looks at what has changed lately.
    func look() async throws {
        let now = ContinuousClock.now
        let comparesAll = state.withLock { state in
            defer { state.hasToCompare = false }
            return state.hasToCompare || state.lookedAt.map { now - $0 > limits.patience } ?? false
        }
        let positions = receiver.positions()
        do {
            let rows = try await reads.run([Self.changed(limits)])
            let changed = rows[0].map { (ConversationID($0.text(0)), $0.integer(1)) }
            read(
                changed.compactMap { id, number in
                    guard let id, let known = positions[id] else { return nil }
                    return number > known.change ? id : nil
                })
        } catch {
            if comparesAll { state.withLock { $0.hasToCompare = true } }
            throw error
        }
        state.withLock { $0.lookedAt = now }
        if comparesAll { read(Array(positions.keys)) }
    }

    /// Reads what is known of some conversations, after what is being read.
    private func read(_ conversations: [ConversationID]) {
        reading.add(conversations) { conversations in
            let positions = self.receiver.positions()
            let kept = conversations.compactMap { id in positions[id].map { (conversation: id, position: $0) } }
            // Where it fails, they are found by looking.
            guard !kept.isEmpty, let news = try? await self.reads.news(after: kept) else { return }
            for news in news { await self.receiver.take(news) }
        }
    }
}
