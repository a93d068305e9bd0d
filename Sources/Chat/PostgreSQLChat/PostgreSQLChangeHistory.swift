public import Chat
public import ChatRecords
internal import PostgreSQL
import Synchronization

/// The changes of the last minutes, as the database keeps them. Those who ask at the same time are answered by one query, as
/// when many streams come from a process that has stopped.
public final class PostgreSQLChangeHistory: ChangeHistory {
    public struct Limits: Sendable {
        /// For how long changes are known: less than the tables keep them.
        public var span = Duration.seconds(9 * 60)
        /// How long a transaction may last: a change may become visible so much later than it was made.
        public var window = Duration.seconds(20)
        /// How many changes of one stream are read; of one that has more, not all are known.
        public var changesOfStream = 100
        /// How many streams one query reads.
        public var streamsPerRead = 5_000
        /// How many may wait for an answer; further ones are told that not all is known.
        public var waiting = 10_000

        public init() {}
    }

    private typealias Answer = Result<[ChangeStream: [StoredChange]]?, ChatError>

    private struct Request {
        let streams: [ChangeStream]
        let moment: Timestamp
        let answer: CheckedContinuation<Answer, Never>
    }

    private struct State {
        var waiting: [Request] = []
        var isReading = false
    }

    private let store: PostgreSQLChatStore
    private let limits: Limits
    private let state = Mutex(State())

    public init(_ store: PostgreSQLChatStore, limits: Limits = Limits()) {
        self.store = store
        self.limits = limits
    }

    public func changes(
        of streams: [ChangeStream], since moment: Timestamp
    ) async throws(ChatError) -> [ChangeStream: [StoredChange]]? {
        guard !streams.isEmpty else { return [:] }
        guard streams.count <= limits.streamsPerRead else { return nil }
        let answer: Answer = await withCheckedContinuation { continuation in
            let request = Request(streams: streams, moment: moment, answer: continuation)
            let (isRefused, isFirst) = state.withLock { state in
                guard state.waiting.count < limits.waiting else { return (true, false) }
                state.waiting.append(request)
                defer { state.isReading = true }
                return (false, !state.isReading)
            }
            if isRefused { continuation.resume(returning: .success(nil)) }
            if isFirst { Task { await readAll() } }
        }
        return try answer.get()
    }

    private func readAll() async {
        while true {
            let requests = state.withLock { state in
                var count = 0
                let batch = Array(
                    state.waiting.prefix {
                        count += $0.streams.count
                        return count <= limits.streamsPerRead
                    })
                state.waiting.removeFirst(batch.count)
                state.isReading = !batch.isEmpty
                return batch
            }
            guard !requests.isEmpty else { return }
            do throws(ChatError) { try await read(requests) } catch {
                for request in requests { request.answer.resume(returning: .failure(error)) }
            }
        }
    }

    /// Reads for several at once, and answers them.
    private func read(_ requests: [Request]) async throws(ChatError) {
        let window = limits.window.components.seconds * 1_000
        var moments: [ChangeStream: Int64] = [:]
        for request in requests {
            let since = request.moment.milliseconds - window
            for stream in request.streams { moments[stream] = min(since, moments[stream] ?? since) }
        }
        let rows = try await store.run([
            Query("SELECT began_at, milliseconds_now() FROM changes_beginning"),
            Query(
                """
                SELECT recent.stream, recent.number, recent.kind, recent.subject, recent.detail, recent.at
                FROM unnest($1::uuid[], $2::bigint[]) AS known (stream, moment)
                CROSS JOIN LATERAL (
                    SELECT * FROM changes WHERE stream = known.stream ORDER BY number DESC LIMIT $3
                ) recent WHERE recent.at >= known.moment ORDER BY 1, 2
                """, TextArray(moments.keys.map(\.id)), TextArray(moments.values.map(\.description)),
                limits.changesOfStream),
        ])
        // Before the first one after a crash nothing is known, nor what is so old that it may be deleted.
        let known = rows[0].first.map { max($0.integer(0), $0.integer(1) - limits.span.components.seconds * 1_000) }
        let byID = Dictionary(moments.keys.map { ($0.id, $0) }) { $1 }
        var changes: [ChangeStream: [(change: StoredChange?, at: Int64)]] = [:]
        for row in rows[1].map({ $0 }) {
            guard let stream = byID[row.text(0)] else { continue }
            changes[stream, default: []].append((StoredChange(row, in: stream), row.integer(5)))
        }
        for request in requests {
            request.answer.resume(
                returning: .success(
                    known.flatMap { part(of: changes, for: request, since: request.moment.milliseconds - window, $0) }))
        }
    }

    private func part(
        of changes: [ChangeStream: [(change: StoredChange?, at: Int64)]], for request: Request, since moment: Int64,
        _ known: Int64
    ) -> [ChangeStream: [StoredChange]]? {
        guard moment >= known else { return nil }
        var part: [ChangeStream: [StoredChange]] = [:]
        for stream in request.streams {
            guard let all = changes[stream] else { continue }
            guard all.count < limits.changesOfStream else { return nil }
            for (change, at) in all where at >= moment {
                // A kind that a newer version writes.
                guard let change else { return nil }
                part[stream, default: []].append(change)
            }
        }
        return part
    }
}
