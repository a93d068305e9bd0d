#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of recorded exchanges: a file each, and `index.json` for their order.
public struct RecordingDirectory: Sendable {
    /// Why a recording could not be read or written.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public enum Action: String, Sendable {
            case read
            case write
        }

        public let action: Action
        public let path: String
        /// The library's own words, for the log.
        public let detail: String

        public var description: String { "can't \(action.rawValue) \(path): \(detail)" }
    }

    /// How long a file's name may be made by an exchange's name, in characters.
    static let maximumNameCharacters = 80

    static let indexFile = "index.json"

    public let path: String

    public init(path: String) { self.path = path }

    /// The exchanges in the order in which they were recorded.
    public func read() throws(Failure) -> [RecordedExchange] {
        try decode([RecordedExchange.IndexEntry].self, from: Self.indexFile)
            .map { entry throws(Failure) in try decode(RecordedExchange.self, from: entry.file) }
    }

    /// Writes the exchanges, numbered in their order; makes the folder where there is none.
    public func write(_ exchanges: [RecordedExchange]) throws(Failure) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Failure(action: .write, path: path, detail: "\(error)")
        }
        var index: [RecordedExchange.IndexEntry] = []
        for (offset, exchange) in exchanges.enumerated() {
            let file = Self.file(number: offset + 1, name: exchange.meta.name)
            try encode(exchange, into: file)
            index.append(RecordedExchange.IndexEntry(file: file, exchange))
        }
        try encode(index, into: Self.indexFile)
    }

    /// `007-user-create.json`: names hold letters of ASCII, digits, dots and hyphens, whatever the exchange's does.
    static func file(number: Int, name: String) -> String {
        let digits = String(number)
        let safe = name.prefix(maximumNameCharacters).map { character in
            character.isASCII && (character.isLetter || character.isNumber || ".-".contains(character))
                ? character : "-"
        }
        return "\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits)-\(String(safe)).json"
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from file: String) throws(Failure) -> Value {
        let path = "\(self.path)/\(file)"
        do {
            return try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw Failure(action: .read, path: path, detail: "\(error)")
        }
    }

    private func encode(_ value: some Encodable, into file: String) throws(Failure) {
        let path = "\(self.path)/\(file)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try (encoder.encode(value) + Data("\n".utf8)).write(to: URL(filePath: path))
        } catch {
            throw Failure(action: .write, path: path, detail: "\(error)")
        }
    }
}
