import Chat
import SQLite

/// A row of the accounts.
struct Account: Sendable {
    static let columns = "account.username, account.name, account.email, account.hash, account.user"

    let username: Username
    let name: DisplayName?
    let email: EmailAddress?
    let hash: String
    /// Who they are in the chat; `nil` where that was never written.
    var user: UserID?

    /// - Throws: where the database holds what was never written to it.
    init(_ row: borrowing Statement) throws {
        guard let username = Username(row.text(0)) else { throw Refusal.because(.malformedName) }
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
