import Foundation

/// A folder that goes with this value.
final class ScratchFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "engawa-files-\(UUID())").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
