public import Chat
import Records

/// A message that somebody who can read it reported to the admins of the site, with what it said then: admins have no
/// access to conversations.
public struct MessageReport: Sendable, Equatable {
    /// The parts that tell one report from others: a person reports a message once.
    public struct ID: Sendable, Hashable {
        public let message: MessageID
        public let reporter: UserID

        public init(message: MessageID, reporter: UserID) {
            self.message = message
            self.reporter = reporter
        }
    }

    public let id: ID
    public let author: UserID
    public let text: String
    /// The names of the files.
    public let files: [String]
    public let sentAt: Timestamp
    public let reason: ReportReason
    public let reportedAt: Timestamp

    public init(
        id: ID, author: UserID, text: String, files: [String], sentAt: Timestamp, reason: ReportReason,
        reportedAt: Timestamp
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.files = files
        self.sentAt = sentAt
        self.reason = reason
        self.reportedAt = reportedAt
    }
}

/// Why a message was reported, in the words of the person: at most 1,000 characters, perhaps none.
public struct ReportReason: Sendable, Equatable, CustomStringConvertible {
    public static let maximumCharacters = 1_000

    public let description: String

    /// `nil` for a text that is too long. One of white space only is empty.
    public init?(_ text: String) {
        // A blank text beside files is none, so the only fault is one that is too long even for a message.
        guard let words = try? MessageText(besideFiles: text),
            words.description.unicodeScalars.count <= Self.maximumCharacters
        else { return nil }
        description = words.description
    }
}

extension AccountRegister {
    /// How many reports of one person may be open at once.
    public static let maximumReports = 50
    /// After how many days a report is removed that no admin has closed.
    public static let reportDays: Int64 = 365

    /// Stores a report; another one of the same message by the same person replaces it.
    /// - Returns: whether it is stored: not where as many of this person are open as may be.
    public func add(_ report: MessageReport) async throws -> Bool {
        let oldest = clock.now().milliseconds - Self.reportDays * 86_400_000
        return try await database.transaction { transaction in
            try await transaction.run("DELETE FROM message_report WHERE reported_at < $1", oldest)
            let open = try await transaction.rows(
                "SELECT message_id FROM message_report WHERE user_id = $1", report.id.reporter.description
            ) { $0.text(0) }
            let message = report.id.message.description
            guard open.count < Self.maximumReports || open.contains(message) else { return false }
            try await transaction.run(
                """
                INSERT INTO message_report (message_id, user_id, author_id, text, files, sent_at, reason, reported_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                ON CONFLICT (message_id, user_id) DO UPDATE
                SET text = excluded.text, files = excluded.files, reason = excluded.reason, reported_at = excluded.reported_at
                """, message, report.id.reporter.description, report.author.description, report.text,
                report.files.joined(separator: "\n"), report.sentAt.milliseconds, report.reason.description,
                report.reportedAt.milliseconds)
            return true
        }
    }

    /// The open reports, the oldest first.
    public func reports(limit: Int) async throws -> [MessageReport] {
        try await database.rows(
            "SELECT \(Self.reportColumns) FROM message_report ORDER BY reported_at, message_id, user_id LIMIT $1", limit
        ) { Self.report($0) }.compactMap(\.self)
    }

    /// How many reports are open; not more than `limit` are counted.
    public func countOfReports(limit: Int) async throws -> Int {
        try await database.row("SELECT count(*) FROM (SELECT 1 FROM message_report LIMIT $1) AS open", limit) {
            Int($0.integer(0))
        } ?? 0
    }

    /// What a person has reported, the oldest first.
    public func reports(by user: UserID) async throws -> [MessageReport] {
        try await database.rows(
            """
            SELECT \(Self.reportColumns) FROM message_report WHERE user_id = $1 ORDER BY reported_at, message_id
            """, user.description
        ) { Self.report($0) }.compactMap(\.self)
    }

    /// Removes a report.
    /// - Returns: the report; `nil` where there was none any more.
    public func close(_ id: MessageReport.ID) async throws -> MessageReport? {
        try await database.transaction { transaction in
            let report = try await transaction.row(
                "SELECT \(Self.reportColumns) FROM message_report WHERE message_id = $1 AND user_id = $2",
                id.message.description, id.reporter.description
            ) { Self.report($0) }
            try await transaction.run(
                "DELETE FROM message_report WHERE message_id = $1 AND user_id = $2", id.message.description,
                id.reporter.description)
            return report ?? nil
        }
    }

    private static let reportColumns = "message_id, user_id, author_id, text, files, sent_at, reason, reported_at"

    private static func report(_ row: Record) -> MessageReport? {
        guard let message = MessageID(row.text(0)), let reporter = UserID(row.text(1)),
            let author = UserID(row.text(2)), let reason = ReportReason(row.text(6))
        else { return nil }
        return MessageReport(
            id: MessageReport.ID(message: message, reporter: reporter), author: author, text: row.text(3),
            files: row.text(4).unicodeScalars.split(separator: "\n").map { String($0) },
            sentAt: row.timestamp(5), reason: reason, reportedAt: row.timestamp(7))
    }
}
