public import Chat
import Cryptography
import Foundation

extension NewFile {
    /// A file as it is when it has arrived in a folder.
    public static func arrived(in folder: String, _ name: String, _ content: String) throws -> NewFile {
        let path = "\(folder)/\(UUID())"
        try Data(content.utf8).write(to: URL(filePath: path))
        return NewFile(
            name: FileName(name), type: .unknown, path: path, bytes: Int64(content.utf8.count),
            hash: SHA256.hash(Array(content.utf8)))
    }
}

/// A folder that goes with this value.
public final class ScratchFolder: Sendable {
    public let path = FileManager.default.temporaryDirectory.appending(path: "engawa-files-\(UUID())").path

    public init() {}

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
