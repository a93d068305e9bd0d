import Accounts
import Chat
import ChatStore
import EventLoops
import FoundationEssentials
import Passwords
import PostgreSQL
import PostgreSQLChat
import Records
import SQLite

/// A chat that is stored here.
struct StoredChat {
    let administration: any UserAdministration
    let repositories: Repositories
    let drafts: any DraftRepository
}

/// The databases on which the operator's commands work, in the data folder or in PostgreSQL.
struct AdminStores {
    let accounts: AccountsDatabase
    let vault: Vault
    let audit: AuditLog
    /// `nil` if the chat is not stored here.
    let chat: StoredChat?
    /// `nil` if nobody can have a password here.
    let passwords: PasswordStore?
    let clock: Clock

    /// Opens the databases of a site.
    ///
    /// - Throws: `ConfigurationError` if there are none, which would otherwise be created.
    init(_ configuration: Configuration) async throws {
        if let address = try configuration.store.address() {
            try await self.init(configuration, in: address)
        } else {
            try self.init(inFolderOf: configuration)
        }
    }

    private init(inFolderOf configuration: Configuration) throws {
        let path = "\(configuration.data)/\(DataFile.accounts)"
        guard FileManager.default.fileExists(atPath: path) else {
            throw ConfigurationError("\(Setting.data.flag): no site has run on \"\(configuration.data)\"")
        }
        let folder = try DataFolder(configuration.data)
        try folder.refuseMissingFiles(hasKey: configuration.vault != nil, servesChat: false)
        accounts = try AccountsDatabase(.file(path))
        vault = try configuration.vault ?? Vault(keyFile: folder.path(of: DataFile.vaultKey))
        audit = try AuditLog(.file(folder.path(of: DataFile.audit)))
        clock = .system
        let chatFile = folder.path(of: DataFile.chat)
        guard configuration.servesChat, FileManager.default.fileExists(atPath: chatFile) else {
            (chat, passwords) = (nil, nil)
            return
        }
        let store = try ChatStore(.file(path: chatFile), clock: .system)
        chat = StoredChat(administration: store, repositories: store.repositories, drafts: store.drafts)
        let passwordFile = folder.path(of: DataFile.passwords)
        passwords =
            try FileManager.default.fileExists(atPath: passwordFile)
            ? PasswordStore(.file(passwordFile), users: store) : nil
    }

    private init(_ configuration: Configuration, in address: ServerAddress) async throws {
        let database = PostgreSQL.Database(address, on: [EventLoop()])
        let versions = try await Migrations.found(in: database)
        guard !versions.isEmpty else {
            throw ConfigurationError("\(Setting.store.flag): no site has run on \(address)")
        }
        guard Installation.Shared.tables.allSatisfy({ versions[$0.part]?.version ?? 0 >= $0.version }) else {
            throw ConfigurationError(
                "\(Setting.store.flag): its tables are of an earlier version: run `engawa store migrate`")
        }
        for tables in Installation.Shared.tables {
            guard let found = versions[tables.part], found.oldest > tables.version else { continue }
            throw NewerTables(part: tables.part, found: found.version, known: tables.version)
        }
        vault = try configuration.requireVault()
        accounts = AccountsDatabase(database)
        try await accounts.claim(vault)
        audit = AuditLog(database)
        clock = try await DatabaseClock(database).clock
        guard configuration.servesChat else {
            (chat, passwords) = (nil, nil)
            return
        }
        let store = PostgreSQLChatStore(database)
        chat = StoredChat(administration: store, repositories: store.repositories, drafts: store.drafts)
        passwords = PasswordStore(database, users: store, clock: clock)
    }
}

extension Configuration {
    /// The key that all programs which share a database have.
    func requireVault() throws(ConfigurationError) -> Vault {
        guard let vault else {
            throw ConfigurationError(
                "\(Setting.store.flag): all that share a database need one key: set \(Setting.vaultKey.variable)")
        }
        return vault
    }
}
