import FoundationEssentials
import Glibc

extension DataFolder {
    /// Refuses to go on without a file that other files of the folder show to have been there: it would be replaced by
    /// an empty one. In an empty folder nothing is missing.
    ///
    /// - Parameter hasKey: whether the vault's key is in the settings, not in the folder.
    func refuseMissingFiles(hasKey: Bool, servesChat: Bool) throws(ConfigurationError) {
        if servesChat { try refuseMissing(DataFile.chat, beside: [DataFile.accounts, DataFile.passwords]) }
        if !hasKey { try refuseMissing(DataFile.vaultKey, beside: [DataFile.accounts]) }
        try refuseMissing(DataFile.accounts, beside: [DataFile.audit])
    }

    /// The same for the backend alone.
    func refuseMissingChat() throws(ConfigurationError) {
        try refuseMissing(DataFile.chat, beside: [DataFile.passwords])
    }

    /// Creates the chat's file before the files that are evidence of it, so that a first start that was interrupted can be
    /// repeated.
    func beginChat() {
        let file = open(path(of: DataFile.chat), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        // Why it can't be created is reported when SQLite opens it.
        if file >= 0 { close(file) }
    }

    private func refuseMissing(_ name: String, beside evidence: [String]) throws(ConfigurationError) {
        guard !exists(name), let other = evidence.first(where: { exists($0) }) else { return }
        throw ConfigurationError(
            """
            \(Setting.data.flag): \(path(of: name)) is missing, but \(other) is there. Restore a backup. To begin with an \
            empty one instead: install -m 600 /dev/null \(path(of: name))
            """)
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }
}
