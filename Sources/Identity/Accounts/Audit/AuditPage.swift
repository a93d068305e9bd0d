import Bytes
public import Chat
import Records

/// Which lines of the audit log are asked for.
public struct AuditFilter: Sendable, Equatable {
    /// When they were written.
    public var times: Range<Timestamp>
    /// The person concerned; `nil` for everybody.
    public var user: UserID?
    /// `nil` for all kinds.
    public var kind: AuditEvent.Kind?

    public static let anyTime = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)

    public init(times: Range<Timestamp> = anyTime, user: UserID? = nil, kind: AuditEvent.Kind? = nil) {
        self.times = times
        self.user = user
        self.kind = kind
    }
}

/// The end of a page of the audit log: the moment and the number of its last line.
public struct AuditCursor: Sendable, Hashable {
    let moment: Timestamp
    let number: Int64

    init(moment: Timestamp, number: Int64) {
        self.moment = moment
        self.number = number
    }

    /// Reads a `description`.
    public init?(_ text: String) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let moment = Int64(String(decoding: parts[0], as: UTF8.self)),
            let number = Int64(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(moment: Timestamp(milliseconds: moment), number: number)
    }
}

extension AuditCursor: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.moment, left.number) < (right.moment, right.number)
    }
}

extension AuditCursor: CustomStringConvertible {
    /// `1795255200000.17`
    public var description: String { "\(moment.milliseconds).\(number)" }
}

/// A part of the audit log.
public struct AuditPage: Sendable {
    /// Newest first. Lines of a kind that only a later version knows are left out.
    public let lines: [AuditEvent]
    /// `nil` where there are no more lines.
    public let next: AuditCursor?

    public static let empty = AuditPage(lines: [], next: nil)

    /// The lines before a cursor. A condition for each combination, because one that leaves the choice to a parameter
    /// would keep SQLite from using the index.
    static func query(_ filter: AuditFilter) -> String {
        let user = filter.user == nil ? "CAST($4 AS text) IS NULL" : "user_id = $4"
        // With `||` no index is used for it: where a person is asked for, theirs is.
        let kind =
            filter.kind == nil ? "CAST($5 AS text) IS NULL" : filter.user == nil ? "kind = $5" : "kind || '' = $5"
        return """
            SELECT moment, kind, user_id, actor_id, method, address, detail, number FROM audit
            WHERE (moment, number) < ($1, $2) AND moment >= $3 AND \(user) AND \(kind)
            ORDER BY moment DESC, number DESC LIMIT $6
            """
    }
}

extension AuditPage {
    /// The lines before `cursor`, newest first; one more is read to know whether there are others.
    init(
        _ filter: AuditFilter, after cursor: AuditCursor?, limit: Int, _ read: (RecordQuery) async throws -> [Record]
    ) async throws {
        // All numbers are greater than zero, so this is before all lines of that moment.
        let bound = AuditCursor(moment: filter.times.upperBound, number: 0)
        let end = cursor.map { min($0, bound) } ?? bound
        let query = RecordQuery(
            Self.query(filter), end.moment.milliseconds, end.number, filter.times.lowerBound.milliseconds,
            filter.user?.description, filter.kind?.rawValue, limit + 1)
        let rows = try await read(query).map { row in
            (AuditEvent(row), AuditCursor(moment: Timestamp(milliseconds: row.integer(0)), number: row.integer(7)))
        }
        let shown = rows.prefix(limit)
        self.init(lines: shown.compactMap(\.0), next: rows.count > limit ? shown.last?.1 : nil)
    }
}
