/// A transaction under way. Valid within the body of `Database.transaction`.
public final class Transaction {
    private let send: ([Query]) async throws(PostgreSQLError) -> [Rows]
    private var isBegun = false
    private var isBroken = false

    init(_ send: @escaping ([Query]) async throws(PostgreSQLError) -> [Rows]) { self.send = send }

    /// Runs queries in one round trip. After an error the transaction can only be rolled back.
    public func run(_ queries: [Query]) async throws(PostgreSQLError) -> [Rows] {
        do throws(PostgreSQLError) {
            guard isBegun else {
                isBegun = true
                return Array(try await send([Query("BEGIN")] + queries).dropFirst())
            }
            return try await send(queries)
        } catch {
            isBroken = true
            throw error
        }
    }

    @discardableResult public func run(_ query: Query) async throws(PostgreSQLError) -> Rows {
        try await run([query])[0]
    }

    func commit() async throws(PostgreSQLError) {
        guard isBegun else { return }
        _ = try await send([Query("COMMIT")])
        isBegun = false
    }

    /// Errors are left out: a connection that can't roll back is broken, and so is its transaction.
    func rollBack() async {
        guard isBegun else { return }
        _ = try? await send([Query("ROLLBACK")])
    }
}
