import Foundation
import Testing

/// An example in `docs/sign-in.md`: a command line, read from the document itself.
struct DocumentedExample {
    /// The maximum number of lines of an example.
    static let maximumLines = 9

    let environment: [String: String]
    let arguments: [String]

    /// The document's sections with their fenced blocks: language and text.
    static func sections() throws -> [(heading: String, blocks: [(language: String, text: String)])] {
        try document().components(separatedBy: "\n## ").dropFirst().map { section in
            let heading = String(section.prefix { $0 != "\n" })
            // Every second part is inside a fence.
            let parts = section.components(separatedBy: "\n```")
            return (
                heading,
                stride(from: 1, to: parts.count, by: 2).map { index in
                    let (language, text) = (parts[index].prefix { $0 != "\n" }, parts[index].drop { $0 != "\n" })
                    return (String(language), String(text.dropFirst()))
                }
            )
        }
    }

    private static func document() throws -> String {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/sign-in.md").standardized
        return try String(contentsOf: document, encoding: .utf8)
    }

    /// Reads the first fenced block under a heading.
    ///
    /// - Parameters:
    ///   - heading: the heading's text.
    ///   - replacements: what stands in for what the example names: hosts, files, names.
    init(_ heading: String, replacing replacements: [String: String] = [:]) throws {
        let section = try #require(try Self.sections().first { $0.heading == heading }, "no \(heading)")
        var command = try #require(section.blocks.first { $0.language == "sh" }?.text)
        #expect(command.split(separator: "\n").count <= Self.maximumLines, "\(heading) takes too many lines")
        for (documented, real) in replacements {
            #expect(command.contains(documented), "\(heading) does not name \(documented)")
            command = command.replacing(documented, with: real)
        }
        var words = command.replacing("\\\n", with: " ").split(whereSeparator: \.isWhitespace).map { String($0) }
        var environment: [String: String] = [:]
        while let word = words.first, word.hasPrefix("ENGAWA_"), let sign = word.firstIndex(of: "=") {
            environment[String(word[..<sign])] = String(word[word.index(after: sign)...])
            words.removeFirst()
        }
        try #require(words.first == "engawa")
        self.environment = environment
        arguments = Array(words.dropFirst())
    }

    /// Starts the program as in the example.
    ///
    /// - Parameter further: additional arguments of the test, such as the data folder.
    func start(_ further: [String]) throws -> RunningProgram {
        try RunningProgram(arguments + further, environment: environment)
    }
}

/// A folder for the files of an example, deleted afterwards.
final class ExampleFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a new file.
    func file(_ name: String, _ text: String) throws -> String {
        try (text + "\n").write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        return "\(path)/\(name)"
    }
}

/// A free port of this machine, below those that the system gives to whoever asks for any.
func freePort() throws -> UInt16 {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let port = (0..<100).lazy.map { _ in UInt16.random(in: 20_000..<32_000) }.first { port in
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
    return try #require(port)
}
