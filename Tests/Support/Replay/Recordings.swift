public import Foundation
public import Recording

/// The recordings of real backends that stand beside the tests.
public enum Recordings: String, Sendable, CaseIterable {
    case open
    case session
    case sessionOverHTTPS = "session-https"
    /// Session access: signing up, and changing the password.
    case late

    /// Where they are.
    public var folder: URL {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(components: "..", "..")
        return tests.appending(components: "Recordings", rawValue).standardized
    }

    /// The exchanges in the order in which they were recorded; a missing folder is the test's end.
    public func exchanges() -> [RecordedExchange] {
        do {
            return try RecordingDirectory(path: folder.path()).read()
        } catch {
            fatalError("\(error)")
        }
    }
}
