#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder with the recorded exchanges of one backend, in one file: a JSON array in the order of recording.
public struct RecordingDirectory: Sendable {
    /// Why a recording could not be read or written.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public enum Action: String, Sendable {
            case read
            case write
        }

        public let action: Action
        public let path: String
        /// The library's message, for the log.
        public let detail: String

        public var description: String { "can't \(action.rawValue) \(path): \(detail)" }
    }

    public let path: String

    public init(path: String) { self.path = path }

    private var file: String { "\(path)/exchanges.json" }

    /// The exchanges in recorded order.
    public func read() throws(Failure) -> [RecordedExchange] {
        do {
            return try JSONDecoder().decode([RecordedExchange].self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            throw Failure(action: .read, path: file, detail: "\(error)")
        }
    }

    /// Writes the exchanges; creates the folder if it is missing.
    public func write(_ exchanges: [RecordedExchange]) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try (encoder.encode(exchanges) + Data("\n".utf8)).write(to: URL(filePath: file))
        } catch {
            throw Failure(action: .write, path: file, detail: "\(error)")
        }
    }
}
