import Accounts
import Chat
import Logging
import Passwords
import PostgreSQL
import PostgreSQLChat
import Records
import SQLite
import Sending
import SharedReading

/// Where the databases of an installation are: in the data folder, or all in one PostgreSQL database, which several
/// processes share.
enum Installation {
    case folder(DataFolder)
    case shared(Shared)

    struct Shared {
        let database: PostgreSQL.Database
        let time: DatabaseClock
        /// What the processes tell each other.
        let signals: Signals

        /// Makes all tables, or brings them up to date. Of several processes that begin at once one makes them.
        /// - Returns: the versions before, by the names of the parts; 0 for tables that were not there.
        @discardableResult static func migrate(_ database: PostgreSQL.Database) async throws -> [String: Int] {
            var before: [String: Int] = [:]
            for part in tables { before[part.part] = try await part.apply(to: database) }
            return before
        }

        /// The tables of all parts of the program.
        static let tables = [
            PostgreSQLChatStore.tables, RecordDatabase.tables, AccountsDatabase.tables, AuditLog.tables,
            SealedTransactions.tables, PasswordStore.tables, PostgreSQLSendLedger.tables, PostgreSQLReads.tables,
            SharedAttempts.tables, SharedFirstAdmin.tables,
        ]

        /// Counts attempts at all processes together.
        func attempts(_ kind: SharedAttempts.Kind, _ vault: Vault) -> AttemptGuard {
            AttemptGuard(shared: SharedAttempts(database, vault: vault, kind), clock: time.clock)
        }

        /// Brings the tables up to date, and reads the time.
        init(_ database: PostgreSQL.Database, log: Logger) async throws {
            self.database = database
            signals = Signals(database)
            let (before, chat) = (try await Self.migrate(database), PostgreSQLChatStore.tables)
            time = try await DatabaseClock(database)
            log.info(
                "everything is stored in PostgreSQL",
                [
                    "store": .text("\(database.address)"),
                    "tables": .number(max(before[chat.part] ?? 0, chat.version)),
                ])
        }

        /// Keeps reading the time until the task is cancelled.
        func keepTime(_ log: Logger) async {
            await time.run { log.warning("the time of the database can't be read", ["why": .text("\($0)")]) }
        }
    }

    var isShared: Bool { if case .shared = self { true } else { false } }

    /// What decides when sessions, codes and links end: the database's clock where processes share it.
    var clock: Clock {
        switch self {
        case .folder: .system
        case .shared(let shared): shared.time.clock
        }
    }

    func accounts() throws -> AccountsDatabase {
        switch self {
        case .folder(let folder): try AccountsDatabase(.file(folder.path(of: DataFile.accounts)))
        case .shared(let shared): AccountsDatabase(shared.database)
        }
    }

    func audit() throws -> AuditLog {
        switch self {
        case .folder(let folder): try AuditLog(.file(folder.path(of: DataFile.audit)))
        case .shared(let shared): AuditLog(shared.database)
        }
    }

    /// What was sent to a REST backend, and the drafts.
    func sendLedger() throws -> (ledger: any SendLedger, drafts: any DraftRepository) {
        switch self {
        case .folder(let folder):
            let ledger = try SendLedgerDatabase(.file(folder.path(of: DataFile.sendLedger)))
            return (ledger, ledger.drafts)
        case .shared(let shared):
            let ledger = PostgreSQLSendLedger(shared.database)
            return (ledger, ledger.drafts)
        }
    }

    /// What several processes before one REST backend have read of it.
    func sharedReads() -> PostgreSQLReads? {
        switch self {
        case .folder: nil
        case .shared(let shared): PostgreSQLReads(shared.database, signals: shared.signals)
        }
    }

    /// Sign-ins under way at providers.
    func signIns(_ vault: Vault) throws -> SealedTransactions {
        switch self {
        case .folder(let folder): try SealedTransactions(.file(folder.path(of: DataFile.signIn)), vault: vault)
        case .shared(let shared): SealedTransactions(shared.database, vault: vault, clock: clock)
        }
    }
}
