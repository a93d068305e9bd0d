import Chat
import SQLite

/// A row of the table `account`.
struct Account: Sendable {
    static let columns = "account.username, account.name, account.email, account.hash, account.user"

    let username: Username
    let name: DisplayName?
    let email: EmailAddress?
    let hash: String
    /// The user in the chat; `nil` if none was stored yet.
    var user: UserID?

    /// - Throws: if a value is invalid.
    init(_ row: borrowing Statement) throws {
        guard let username = Username(row.text(0)) else { throw AccountRuleViolation(reason: .malformedName) }
        self.username = username
        name = DisplayName(row.text(1))
        email = row.optionalText(2).flatMap { EmailAddress($0) }
        hash = row.text(3)
        user = row.optionalText(4).flatMap { UserID($0) }
    }
}

extension Connection {
    mutating func account(_ username: String) throws -> Account? {
        try row("SELECT \(Account.columns) FROM account WHERE username = ?", username) { row in try Account(row) }
    }
}
