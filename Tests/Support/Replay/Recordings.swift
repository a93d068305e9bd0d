import Foundation
public import Recording

/// The recordings of real backends that stand beside the tests.
public enum Recordings: String, Sendable, CaseIterable {
    case open
    case session
    case sessionOverHTTPS = "session-https"

    /// The exchanges in the order in which they were recorded; a missing folder is the test's end.
    public func exchanges() -> [RecordedExchange] {
        let support = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = support.appending(components: "..", "Recordings", rawValue)
        do {
            return try RecordingDirectory(path: folder.path()).read()
        } catch {
            fatalError("\(error)")
        }
    }
}
