/// A statement of SQL that both kinds of databases understand, with its parameters `$1`, `$2`, …
///
/// There are a few differences to keep clear of. PostgreSQL infers a parameter's type from where it stands first, so one
/// that stands alone needs a `CAST`; it has no `min` and `max` of two values; a condition is no integer. SQLite has neither
/// `GREATEST` nor arrays.
public struct RecordQuery: Sendable {
    public let sql: String
    public let values: [RecordValue]

    /// - Parameter sql: the same text for the same statement, as it is prepared once for each connection.
    public init(_ sql: String, _ values: (any Storable)?...) { self.init(sql, values) }

    public init(_ sql: String, _ values: [(any Storable)?]) {
        self.sql = sql
        self.values = values.map { $0?.recordValue ?? .null }
    }

    init(_ sql: String, values: [RecordValue]) {
        self.sql = sql
        self.values = values
    }
}
