import Chat
import ChatStore
import Concurrency
import Files

extension DataFolder {
    /// Where the files of messages are kept; made if it is missing, and cleared of what did not arrive completely. Only
    /// for the process that serves from the chat.
    func files(limits: FileLimits) throws(ConfigurationError) -> ChatStore.FileKeeping {
        do {
            let files = try ContentFolder(path(of: DataFile.files))
            files.clearIncoming()
            return ChatStore.FileKeeping(files, limits: limits)
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
