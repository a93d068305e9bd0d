import Dispatch
import SQLite
import Synchronization

/// A transaction of SQLite under way.
///
/// `@unchecked Sendable`: `connection` points to the connection that `run` has been given exclusively and keeps until the
/// task with the body has ended. The body is one task, so there is one user at a time; afterwards `connection` is `nil`.
final class SQLiteTransaction: RecordTransaction, @unchecked Sendable {
    private var connection: UnsafeMutablePointer<Connection>?

    private init(_ connection: UnsafeMutablePointer<Connection>) { self.connection = connection }

    /// Runs `body` to its end, on this thread as long as it does not suspend. It waits only for this transaction, which
    /// never suspends; should it wait for something else, this thread waits too.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordTransaction) async throws -> Value, on connection: inout Connection
    ) throws -> Value {
        try withUnsafeMutablePointer(to: &connection) { pointer in
            let transaction = SQLiteTransaction(pointer)
            let outcome = Outcome<Value>()
            Task.immediate {
                do {
                    outcome.finish(.success(try await body(transaction)))
                } catch {
                    outcome.finish(.failure(error))
                }
            }
            let result = outcome.wait()
            transaction.connection = nil
            return try result.get()
        }
    }

    func read(_ queries: [RecordQuery]) async throws -> [[Record]] {
        try queries.map { try use().pointee.records($0) }
    }

    func run(_ query: RecordQuery) async throws -> Int {
        let connection = use()
        _ = try connection.pointee.records(query)
        return connection.pointee.changes
    }

    private func use() -> UnsafeMutablePointer<Connection> {
        guard let connection else { preconditionFailure("a transaction is valid within its body only") }
        return connection
    }
}

/// The result of a task for which a thread waits.
private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func finish(_ result: Result<Value, any Error>) {
        self.result.withLock { $0 = result }
        isThere.signal()
    }

    func wait() -> Result<Value, any Error> {
        isThere.wait()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("it was signalled") }
        return result
    }
}
