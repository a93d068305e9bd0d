import Chat
import ChatRecords
import ChatStore
import Concurrency
import Files
import PostgreSQLChat

extension DataFolder {
    /// Where the files of messages are kept; made if it is missing, and cleared of what did not arrive completely. Only
    /// for the process that serves from the chat.
    ///
    /// - Parameter place: a bucket; `nil` for the folder itself.
    func files(limits: FileLimits, in place: FilePlace? = nil) throws(ConfigurationError) -> FileKeeping {
        let contents = try place?.open()
        do {
            let files = try ContentFolder(path(of: DataFile.files))
            files.clearIncoming()
            guard let contents else { return FileKeeping(files, limits: limits) }
            try ContentFolder(path(of: DataFile.fetchedOwnFiles)).clearIncoming()
            return try contents.keeping(limits: limits, cache: path(of: DataFile.fetchedOwnFiles))
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
        do { try await claim() } catch { throw configuration.refusal(ofFilePlace: error) }
    }
}

extension StoredFiles {
    /// Refuses a place where the chat's files are not, or where nothing can be kept.
    func claim(for configuration: Configuration) async throws {
        do { try await claim() } catch { throw configuration.refusal(ofFilePlace: error) }
    }
}

extension Configuration {
    /// What the operator is told where the place of the files can't be used.
    fileprivate func refusal(ofFilePlace error: any Error) -> any Error {
        guard let place = filePlace?.description else {
            guard let missing = error as? MissingFiles, let known = missing.place else { return error }
            return ConfigurationError(
                "\(Setting.data.flag): \(data): \(missing), or give \(Setting.files.flag) \(known)")
        }
        return switch error {
        case is ForeignFiles, is MissingFiles: Setting.files.refusal(of: place, because: "\(error)")
        case let error as ChatError:
            switch error.reason {
            case .notWritable(let details): Setting.files.refusal(of: place, because: details)
            default: error
            }
        default: error
        }
    }
}
