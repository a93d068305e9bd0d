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

extension PostgreSQLFiles {
    /// Refuses a place that is not that of the other sites, or where nothing can be kept.
    func claim(for configuration: Configuration) async throws {
        let place = configuration.sharedFiles?.description ?? ""
        do { try await claim() } catch let error as ForeignFiles {
            throw Setting.files.refusal(of: place, because: "\(error)")
        } catch let error as ChatError {
            switch error.reason {
            case .notWritable(let details): throw Setting.files.refusal(of: place, because: details)
            default: throw error
            }
        }
    }
}
