import Synchronization

/// Sends reads that a piece of work begins at the same time, such as those for one page, together: they take one round trip
/// and one connection.
public final class GatheredReads: Sendable {
    /// Where the reads of the work that runs now are gathered; `nil` sends each alone.
    @TaskLocal public static var current: GatheredReads?

    /// How many queries go together at most.
    static let maximumQueries = 32

    private struct Reader {
        let queries: [Query]
        let continuation: CheckedContinuation<Turn, Never>
    }

    private enum Turn {
        /// Sends those of the others, too.
        case first
        case alone
        case answered(Result<[Rows], PostgreSQLError>)
    }

    private struct State {
        /// The database that is to be read; `nil` where nobody gathers.
        var database: Database?
        var others: [Reader] = []
        var count = 0
    }

    private let state = Mutex(State())

    public init() {}

    func read(_ queries: [Query], in database: Database) async throws(PostgreSQLError) -> [Rows] {
        let turn: Turn = await withCheckedContinuation { continuation in
            let turn = state.withLock { state -> Turn? in
                guard let gathering = state.database else {
                    (state.database, state.count) = (database, queries.count)
                    return .first
                }
                guard gathering === database, state.count + queries.count <= Self.maximumQueries else { return .alone }
                state.others.append(Reader(queries: queries, continuation: continuation))
                state.count += queries.count
                return nil
            }
            if let turn { continuation.resume(returning: turn) }
        }
        switch turn {
        case .answered(let result): return try result.get()
        case .alone: return try await database.run(queries)
        case .first: break
        }
        // What has been begun at the same time has its turn.
        await Task.yield()
        let others = state.withLock { state in
            defer { state = State() }
            return state.others
        }
        guard !others.isEmpty else { return try await database.run(queries) }
        return try await send(queries, with: others, to: database)
    }

    private func send(
        _ queries: [Query], with others: [Reader], to database: Database
    ) async throws(PostgreSQLError) -> [Rows] {
        do throws(PostgreSQLError) {
            var rows = try await database.run(queries + others.flatMap(\.queries))[...]
            let own = Array(rows.prefix(queries.count))
            rows = rows.dropFirst(queries.count)
            for reader in others {
                reader.continuation.resume(returning: .answered(.success(Array(rows.prefix(reader.queries.count)))))
                rows = rows.dropFirst(reader.queries.count)
            }
            return own
        } catch {
            guard case .refused = error else {
                for reader in others { reader.continuation.resume(returning: .answered(.failure(error))) }
                throw error
            }
            // One was refused, and the server has answered none of them.
            for reader in others { reader.continuation.resume(returning: .alone) }
            return try await database.run(queries)
        }
    }
}

extension Database {
    /// Runs queries that change nothing, together with others that the same work begins now (`GatheredReads`).
    /// - Returns: the rows of each query.
    public func read(_ queries: [Query]) async throws(PostgreSQLError) -> [Rows] {
        guard let gathered = GatheredReads.current else { return try await run(queries) }
        return try await gathered.read(queries, in: self)
    }

    /// The same for one query.
    public func read(_ query: Query) async throws(PostgreSQLError) -> Rows { try await read([query])[0] }
}
