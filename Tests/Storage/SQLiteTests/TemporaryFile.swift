import Foundation

/// A path for a database, whose files go with this value.
final class TemporaryFile: Sendable {
    let path: String

    init() { path = FileManager.default.temporaryDirectory.appending(path: "engawa-\(UUID()).sqlite").path }

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
}
