/// A transaction under way. Valid within the body of `Database.transaction`.
public final class Transaction {
    /// What begins it; sent together with the first queries.
    private let beginning: [Query]
    private let send: ([Query]) async throws(PostgreSQLError) -> [Rows]
    private var isBegun = false
    /// The first error of a query, after which PostgreSQL would answer a commit by rolling back, without an error.
    private var failure: PostgreSQLError?

    init(_ beginning: [Query], _ send: @escaping ([Query]) async throws(PostgreSQLError) -> [Rows]) {
        self.beginning = beginning
        self.send = send
    }

    /// Runs queries in one round trip. After an error the transaction can only be rolled back.
    public func run(_ queries: [Query]) async throws(PostgreSQLError) -> [Rows] {
        do throws(PostgreSQLError) {
            guard isBegun else {
                isBegun = true
                return Array(try await send(beginning + queries).dropFirst(beginning.count))
            }
            return try await send(queries)
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    @discardableResult public func run(_ query: Query) async throws(PostgreSQLError) -> Rows {
        try await run([query])[0]
    }

    /// - Throws: also where a query has failed, whether or not the body of the transaction has let its error pass.
    func commit() async throws(PostgreSQLError) {
        if let failure { throw failure }
        guard isBegun else { return }
        _ = try await send([Query("COMMIT")])
        isBegun = false
    }

    /// Errors are left out: a connection that does not answer to it is closed, and with it the server rolls back.
    func rollBack() async {
        guard isBegun else { return }
        _ = try? await send([Query("ROLLBACK")])
    }
}
