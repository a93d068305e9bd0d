import FoundationEssentials
import PostgreSQL

/// Where the chat is stored.
enum StoreLocation: Equatable {
    /// In SQLite databases in the data folder.
    case folder
    /// In a PostgreSQL database, which several processes use.
    case postgreSQL(ServerAddress)
    /// The same; the address is in a file.
    case postgreSQLFile(path: String)

    init(_ settings: Settings) throws(ConfigurationError) {
        let chosen = try settings.value(.store) { text -> StoreLocation? in
            text == "data" ? .folder : ServerAddress(text).map { .postgreSQL($0) }
        }
        let file = settings.text(.storeFile)
        guard chosen == nil || file == nil else {
            throw ConfigurationError("give \(Setting.store.flag) or \(Setting.storeFile.flag), and not both")
        }
        self = file.map { .postgreSQLFile(path: $0) } ?? chosen ?? .folder
    }

    /// The address of the PostgreSQL database; `nil` for the data folder.
    func address() throws(ConfigurationError) -> ServerAddress? {
        switch self {
        case .folder: return nil
        case .postgreSQL(let address): return address
        case .postgreSQLFile(let path):
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw Setting.storeFile.refusal(of: path, because: "it can't be read")
            }
            guard let address = ServerAddress(String(text.prefix { !$0.isNewline })) else {
                throw Setting.storeFile.refusal(of: path, because: "its first line is not a URL of PostgreSQL")
            }
            return address
        }
    }
}
