import Chat
import Records

/// A row of the table `password_account`.
struct Account: Sendable {
    static let columns = "username, name, email, hash, user_id"

    let username: Username
    let name: DisplayName?
    let email: EmailAddress?
    let hash: String
    /// The user in the chat; `nil` if none was stored yet.
    var user: UserID?

    /// - Throws: if a value is invalid.
    init(_ row: Record) throws {
        guard let username = Username(row.text(0)) else { throw AccountRuleViolation(reason: .malformedName) }
        self.username = username
        name = DisplayName(row.text(1))
        email = row.optionalText(2).flatMap { EmailAddress($0) }
        hash = row.text(3)
        user = row.optionalText(4).flatMap { UserID($0) }
    }
}

extension RecordReader {
    func account(_ username: String) async throws -> Account? {
        try await row("SELECT \(Account.columns) FROM password_account WHERE username = $1", username) {
            try Account($0)
        }
    }
}
