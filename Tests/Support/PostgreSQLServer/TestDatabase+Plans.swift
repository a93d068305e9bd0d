@testable public import PostgreSQL

extension TestDatabase {
    /// How the server would run a query on a table of any size.
    public func plan(of query: Query) async throws -> String {
        let rows = try await database.run([
            Query("SELECT set_config('enable_seqscan', 'off', true)"),
            Query("EXPLAIN \(query.sql)", query.parameters.map { Same(parameter: $0) }),
        ])
        return rows[1].map { $0.text(0) }.joined(separator: "\n")
    }
}

private struct Same: ParameterConvertible {
    let parameter: Parameter
}
