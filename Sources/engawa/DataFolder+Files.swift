import Chat
import ChatRecords
import Concurrency
import Files
import PostgreSQLChat

extension DataFolder {
    /// Where the files of messages are kept; made if it is missing, and cleared of what did not arrive completely. Only
    /// for the process that serves from the chat.
    func files(limits: FileLimits) throws(ConfigurationError) -> FileKeeping {
        do {
            let files = try ContentFolder(path(of: DataFile.files))
            files.clearIncoming()
            return FileKeeping(files, limits: limits)
        } catch {
            throw Setting.data.refusal(of: path, because: "\(error)")
        }
    }

    /// Where files lie that are on their way to a remote backend; made if it is missing.
    func incoming() throws(ConfigurationError) -> String {
        do {
            return try ContentFolder(path(of: DataFile.fetchedFiles)).incoming
        } catch {
            throw Setting.data.refusal(of: path, because: "\(error)")
        }
    }
}

extension Configuration {
    /// Where the sites on a PostgreSQL database keep the files of messages; `nil` where they keep none. The folder must be
    /// there: made where its file system is not mounted, it would be another one.
    func sharedFileKeeping() throws(ConfigurationError) -> FileKeeping? {
        guard let path = sharedFiles else { return nil }
        guard ContentFolder(existing: path).isThere else {
            throw Setting.files.refusal(of: path, because: "it is not there, or not mounted")
        }
        do { return FileKeeping(try ContentFolder(path), limits: files) } catch {
            throw Setting.files.refusal(of: path, because: "\(error)")
        }
    }
}

extension PostgreSQLFiles {
    /// Refuses a folder that is not that of the other sites, or can't be written to.
    func claim(for configuration: Configuration) async throws {
        let path = configuration.sharedFiles ?? ""
        do { try await claim() } catch let error as ForeignFolder {
            throw Setting.files.refusal(of: path, because: "\(error)")
        } catch let error as ChatError {
            guard case .notWritable(let details) = error.reason else { throw error }
            throw Setting.files.refusal(of: path, because: details)
        }
    }
}
