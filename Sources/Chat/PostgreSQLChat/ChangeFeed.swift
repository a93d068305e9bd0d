internal import Chat
public import ChatRecords
internal import Concurrency
public import PostgreSQL
import Synchronization

/// Brings what other processes have changed in the database, each change once and those of a stream in their order.
///
/// A hint tells which streams to read (`ChangeHints`), and once a second all that has changed lately is looked at, so that a
/// lost hint costs a second.
public final class ChangeFeed: Sendable {
    public struct Limits: Sendable {
        /// How often is looked without a hint.
        public var interval = Duration.seconds(1)
        /// How far back is looked: longer than a transaction may last, whose changes can't be seen before its end.
        public var window = Duration.seconds(20)
        /// How long nobody may have looked; after that, all that is kept is read again.
        public var patience = Duration.seconds(10)
        /// How many changes of a stream are read at once.
        public var changesPerRead = 500
        /// How many streams are read at once.
        public var streamsPerRead = 500
        /// How often old changes are deleted.
        public var forgettingInterval = Duration.seconds(60)

        public init() {}
    }

    private let store: PostgreSQLChatStore
    private let receiver: any StoredChangeReceiver
    private let limits: Limits
    private let report: @Sendable (Signals.Report) -> Void
    private let observeLag: @Sendable (Duration) -> Void
    private let reading: GatheredWork<ChangeStream>
    private let state = Mutex(State())

    private struct State {
        /// The number up to which the changes of a stream were taken in.
        var taken: [ChangeStream: Int64] = [:]
        var lookedAt: ContinuousClock.Instant?
        /// Whether changes may be lost of which only the numbers tell: the connection was lost, and perhaps because the
        /// server has crashed.
        var hasToCompare = false
        /// Streams of which changes were lost.
        var lost: Set<ChangeStream> = []
        /// Streams of which a hint has come, and which were not read since.
        var hinted: Set<ChangeStream> = []
        /// What an earlier look has found, and is still to be taken in.
        var looked: (at: ContinuousClock.Instant, numbers: [ChangeStream: Int64])?
    }

    /// - Parameter observeLag: called with the time from a change until it was taken in, where a hint has told of it.
    public init(
        _ store: PostgreSQLChatStore, to receiver: any StoredChangeReceiver, limits: Limits = Limits(),
        report: @escaping @Sendable (Signals.Report) -> Void = { _ in },
        observeLag: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.store = store
        self.receiver = receiver
        self.limits = limits
        self.observeLag = observeLag
        self.report = report
        reading = GatheredWork(keysAtOnce: limits.streamsPerRead)
    }

    /// Brings changes until the task is cancelled.
    public func run() async {
        await withTaskGroup { group in
            group.addTask { await self.listen() }
            group.addTask { await repeating(every: self.limits.interval) { await self.look() } }
            group.addTask {
                // Where it fails, the next time comes soon.
                await repeating(every: self.limits.forgettingInterval) { try? await self.forgetOldChanges() }
            }
        }
    }

    private func listen() async {
        store.hints.handle { stream in
            guard !self.receiver.kept(of: [stream]).isEmpty else { return }
            self.state.withLock { _ = $0.hinted.insert(stream) }
            self.read([stream])
        }
        await store.hints.signals.run(began: { self.state.withLock { $0.hasToCompare = true } }, report: report)
    }

    /// Empties the table of changes that is to be used next. It waits for nobody, and whoever reads does not wait for it.
    func forgetOldChanges() async throws {
        let slot = try await store.run(
            Query("SELECT (changes_slot(milliseconds_now()) + 1) % $1::integer", Schema.changesTables))
        guard let next = slot.first?.integer(0),
            try await store.run(Query("SELECT EXISTS (SELECT FROM changes_\(next))")).first?.boolean(0) == true
        else { return }
        _ = try await store.run([
            Query("SELECT set_config('lock_timeout', '100ms', true)"), Query("TRUNCATE changes_\(next)"),
        ])
    }

    /// Looks at what has changed lately.
    func look() async {
        let now = ContinuousClock.now
        let rows: Rows
        do {
            rows = try await store.run([
                Self.changed(within: limits.window), Query(Schema.noteBeginningOfChanges),
            ])[0]
            if state.withLock({ $0.hasToCompare }) { try await compareNumbers() }
        } catch {
            // The next look comes soon; `patience` says what is lost meanwhile.
            receiver.noteOutage()
            return
        }
        let lookedAt = state.withLock { $0.lookedAt }
        if let lookedAt, now - lookedAt > limits.patience {
            state.withLock { $0.taken = [:] }
            do { try await receiver.take([.everything]) } catch { return }
        }
        state.withLock { $0.lookedAt = now }
        let changed = rows.map { row in
            (stream: ChangeStream(isPerson: row.boolean(0), id: row.text(1)), row.integer(2))
        }
        let new = state.withLock { state in
            changed.compactMap { stream, number in
                stream.flatMap { number > state.taken[$0] ?? 0 ? ($0, number) : nil }
            }
        }
        let kept = receiver.kept(of: Set(new.map(\.0)))
        let behind = new.filter { kept.contains($0.0) }
        receiver.noteAnswer(currentAsOf: currentAge(behind, now))
        read(behind.map(\.0))
        prune()
    }

    /// The streams in which something has changed lately, with their last numbers.
    static func changed(within window: Duration) -> Query {
        Query(
            """
            SELECT kind = ANY ($1::text[]), stream, max(number) FROM changes
            WHERE at >= (SELECT milliseconds_now()) - $2::bigint GROUP BY 1, 2
            """, TextArray(StoredChange.kindsOfPeople), window.components.seconds * 1_000)
    }

    /// How long ago that was before which all is taken in, at least; `nil` where it is not known.
    /// - Parameter behind: the changes that a look which began at `begin` has found, of which not all are taken in.
    private func currentAge(_ behind: [(ChangeStream, Int64)], _ begin: ContinuousClock.Instant) -> Duration? {
        let looked = state.withLock { $0.looked }
        let kept = receiver.kept(of: Set((looked?.numbers ?? [:]).keys))
        return state.withLock { state in
            let isTaken = looked?.numbers.allSatisfy { stream, number in
                !kept.contains(stream) || state.taken[stream] ?? 0 >= number
            }
            guard isTaken ?? true else { return nil }
            state.looked = behind.isEmpty ? nil : (begin, Dictionary(behind) { $1 })
            // What was stored after the look had begun may not be in it, however long it took.
            return (behind.isEmpty ? begin : looked?.at).map { .now - $0 }
        }
    }

    /// Compares the numbers of the streams that are kept here with those in the database.
    private func compareNumbers() async throws {
        let taken = state.withLock { state in
            state.hasToCompare = false
            return state.taken
        }
        let rows: Rows
        do { rows = try await store.run(Self.lastNumbers(of: Array(taken.keys))) } catch {
            state.withLock { $0.hasToCompare = true }
            throw error
        }
        let last = Dictionary(rows.map { ($0.text(0), $0.integer(1)) }) { $1 }
        let behind = taken.filter { stream, number in last[stream.id] != number }.map(\.key)
        state.withLock { state in
            for stream in behind { state.taken[stream] = nil }
            state.lost.formUnion(behind)
        }
        read(behind)
    }

    /// Forgets the numbers of what is not kept any more.
    private func prune() {
        let known = state.withLock { Set($0.taken.keys) }
        let kept = receiver.kept(of: known)
        guard kept.count < known.count else { return }
        state.withLock { state in for stream in known.subtracting(kept) { state.taken[stream] = nil } }
    }

    /// Reads what has changed in some streams, after what is being read.
    private func read(_ streams: [ChangeStream]) {
        // Where it fails, they are found by looking.
        reading.add(streams) { try await self.bring(self.receiver.kept(of: Set($0))) }
    }

    /// Brings what has changed in some streams up to now, without waiting for a hint or a look.
    public func catchUp(_ streams: Set<ChangeStream>) async throws {
        try await reading.run(streams) { try await self.bring(self.receiver.kept(of: Set($0))) }
    }

    private func bring(_ streams: Set<ChangeStream>) async throws {
        guard !streams.isEmpty else { return }
        let taken = state.withLock { state in streams.map { ($0, state.taken[$0]) } }
        let known = taken.compactMap { stream, number in number.map { (stream, $0) } }
        let unknown = taken.compactMap { stream, number in number == nil ? stream : nil }
        let rows = try await store.run([
            Self.changes(after: known, limit: limits.changesPerRead), Self.lastNumbers(of: unknown),
        ])
        let byID = Dictionary(streams.map { ($0.id, $0) }) { $1 }
        var changes: [StoredChange] = []
        var numbers = Dictionary(known) { $1 }
        var counts: [ChangeStream: Int] = [:]
        let (hinted, lost) = state.withLock { state in
            defer { state.hinted.subtract(streams) }
            return (state.hinted.intersection(streams), state.lost.intersection(streams))
        }
        let begin = ContinuousClock.now
        var lags: [Duration] = []
        for row in rows[0].map({ $0 }) {
            guard let stream = byID[row.text(0)] else { continue }
            if hinted.contains(stream) { lags.append(.milliseconds(max(0, row.integer(5)))) }
            counts[stream, default: 0] += 1
            let isNext = row.integer(1) == (numbers[stream] ?? 0) + 1
            numbers[stream] = row.integer(1)
            changes.append(isNext ? StoredChange(row, in: stream) ?? .anything(stream) : .anything(stream))
        }
        for row in rows[1].map({ $0 }) {
            guard let stream = byID[row.text(0)] else { continue }
            numbers[stream] = row.integer(1)
            changes.append(lost.contains(stream) ? .anything(stream) : .beginning(of: stream))
        }
        try await receiver.take(changes)
        state.withLock { state in
            state.taken.merge(numbers) { $1 }
            state.lost.subtract(lost)
        }
        for lag in lags { observeLag(lag + (.now - begin)) }
        read(counts.filter { $0.value >= limits.changesPerRead }.map(\.key))
    }

    private static func changes(after known: [(stream: ChangeStream, number: Int64)], limit: Int) -> Query {
        Query(
            """
            SELECT changes.stream, changes.number, changes.kind, changes.subject, changes.detail,
                milliseconds_now() - changes.at
            FROM unnest($1::uuid[], $2::bigint[]) AS known (stream, number)
            CROSS JOIN LATERAL (
                SELECT * FROM changes WHERE stream = known.stream AND number > known.number ORDER BY number LIMIT $3
            ) changes ORDER BY changes.stream, changes.number
            """, TextArray(known.map(\.stream.id)), TextArray(known.map(\.number.description)), limit)
    }

    private static func lastNumbers(of streams: [ChangeStream]) -> Query {
        Query("SELECT id, last_number FROM change_streams WHERE id = ANY ($1::uuid[])", TextArray(streams.map(\.id)))
    }
}

extension ChangeStream {
    fileprivate init?(isPerson: Bool, id: String) {
        if isPerson {
            guard let id = UserID(id) else { return nil }
            self = .person(id)
        } else {
            guard let id = ConversationID(id) else { return nil }
            self = .conversation(id)
        }
    }
}

extension StoredChange {
    /// The kinds in the streams of people.
    fileprivate static let kindsOfPeople = ["membership", "read", "bookmarks"]

    /// From a row with the stream, the number, the kind, the subject and the detail.
    /// - Returns: `nil` for a kind that a newer version writes.
    init?(_ row: Row, in stream: ChangeStream) {
        let (kind, subject, detail) = (row.text(2), row.text(3), row.text(4))
        switch (stream, kind) {
        case (.conversation(let id), "posted"):
            guard let message = MessageID(subject) else { return nil }
            self = .posted(message, in: id)
        case (.conversation(let id), "deleted"):
            guard let message = MessageID(subject) else { return nil }
            self = .deleted(message, in: id)
        case (.conversation(let id), "edited"):
            guard let message = MessageID(subject) else { return nil }
            self = .edited(message, in: id)
        case (.conversation(let id), "reacted"):
            guard let message = MessageID(subject) else { return nil }
            self = .reacted(message, in: id)
        case (.conversation(let id), "members"): self = .members(of: id)
        case (.person(let id), "membership"):
            guard let conversation = ConversationID(subject) else { return nil }
            self = .membership(of: id, in: conversation)
        case (.person(let id), "read"):
            guard let conversation = ConversationID(subject), let message = MessageID(detail) else { return nil }
            self = .read(message, in: conversation, by: id)
        case (.person(let id), "bookmarks"): self = .bookmarks(of: id)
        default: return nil
        }
    }
}
