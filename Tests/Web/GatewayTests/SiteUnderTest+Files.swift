import Chat
import ChatStore
import Cryptography
import Foundation
import Testing

extension SiteUnderTest {
    /// Keeps a file of a person for a message, as a form or a script does.
    func upload(_ name: String, content: String = "something", type: FileType = .unknown, of user: UserID) async throws
        -> FileID
    {
        let files = try #require(store?.files)
        let path = "\(files.incoming)/\(UUID())"
        let bytes = Array(content.utf8)
        try Data(bytes).write(to: URL(filePath: path))
        let new = NewFile(
            name: FileName(name), type: type, path: path, bytes: Int64(bytes.count), hash: SHA256.hash(bytes))
        return try await files.add(new, of: user).id
    }
}
