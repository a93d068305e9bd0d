/// Reads records: a database, or a transaction under way.
public protocol RecordReader {
    /// The results of queries that change nothing. PostgreSQL is asked in one round trip.
    func read(_ queries: [RecordQuery]) async throws -> [[Record]]
}

extension RecordReader {
    /// The rows of a query, each made into what `map` returns.
    public func rows<Row>(
        _ sql: String, _ values: (any Storable)?..., map: (Record) throws -> Row
    ) async throws -> [Row] {
        try await rows(RecordQuery(sql, values), map: map)
    }

    public func rows<Row>(_ query: RecordQuery, map: (Record) throws -> Row) async throws -> [Row] {
        try await read([query])[0].map(map)
    }

    /// The first row of a query; `nil` when there is none.
    public func row<Row>(
        _ sql: String, _ values: (any Storable)?..., map: (Record) throws -> Row
    ) async throws -> Row? {
        try await read([RecordQuery(sql, values)])[0].first.map(map)
    }

    /// Whether a query finds a row.
    public func exists(_ sql: String, _ values: (any Storable)?...) async throws -> Bool {
        try await !read([RecordQuery(sql, values)])[0].isEmpty
    }
}

/// A transaction under way. Valid within the body of `RecordDatabase.transaction`. What `read` is given may change rows here,
/// such as a `DELETE` with `RETURNING`.
public protocol RecordTransaction: RecordReader {
    /// Runs a statement.
    /// - Returns: how many rows it changed.
    @discardableResult func run(_ query: RecordQuery) async throws -> Int
}

extension RecordTransaction {
    @discardableResult
    public func run(_ sql: String, _ values: (any Storable)?...) async throws -> Int {
        try await run(RecordQuery(sql, values))
    }
}
