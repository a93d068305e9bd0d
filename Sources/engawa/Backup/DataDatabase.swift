import Accounts
import ChatStore
import Passwords
import Sending

/// A database of the data folder that belongs into a backup. Sign-ins in progress do not.
enum DataDatabase: CaseIterable {
    case chat
    case passwords
    case accounts
    case audit
    case sendLedger

    var file: String {
        switch self {
        case .chat: DataFile.chat
        case .passwords: DataFile.passwords
        case .accounts: DataFile.accounts
        case .audit: DataFile.audit
        case .sendLedger: DataFile.sendLedger
        }
    }

    /// The version of its tables that this program writes.
    var version: Int {
        switch self {
        case .chat: ChatStore.schemaVersion
        case .passwords: PasswordStore.schemaVersion
        case .accounts: AccountsDatabase.schemaVersion
        case .audit: AuditLog.schemaVersion
        case .sendLedger: SendLedgerDatabase.schemaVersion
        }
    }
}
