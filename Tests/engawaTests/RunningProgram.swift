import Eventually
import Foundation
import HTTP
import HTTPClient
import Synchronization
import Testing

/// The program in a process of its own.
final class RunningProgram: Sendable {
    private let process = Process()
    private let written = Mutex((output: "", error: ""))

    /// The environment of the tests, without engawa's settings.
    private static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ENGAWA_") }

    /// - Parameter environment: additional variables.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appending(path: "engawa")
        process.arguments = arguments
        process.environment = Self.environment.merging(environment) { $1 }
        for (isError, pipe) in [(false, Pipe()), (true, Pipe())] {
            if isError { process.standardError = pipe } else { process.standardOutput = pipe }
            pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
                let text = String(decoding: handle.availableData, as: UTF8.self)
                if text.isEmpty { handle.readabilityHandler = nil }
                self?.written.withLock { if isError { $0.error += text } else { $0.output += text } }
            }
        }
        try process.run()
    }

    var output: String { written.withLock { $0.output } }
    var log: String { written.withLock { $0.error } }

    /// The first address in the program's output after these words.
    func address(after words: String) async throws -> String {
        var line: String?
        try await eventually {
            line = output.firstRange(of: words).map { String(output[$0.upperBound...]) }
            return line?.contains("\n") == true
        }
        let address = try #require(line?.firstMatch(of: /http:\/\/[^ \n]+/), "the program said: \(output) \(log)")
        return String(address.output).replacing("localhost", with: "127.0.0.1")
    }

    /// Runs a command to its end. The output goes to files, because a pipe may be inherited by another child and would
    /// then not be closed.
    static func run(_ arguments: [String]) async throws -> (status: Int32, output: String, error: String) {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "engawa")
        process.arguments = arguments
        process.environment = environment
        let files = ["output", "error"].map {
            FileManager.default.temporaryDirectory.appending(path: "\($0)-\(UUID())")
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for file in files { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        try await eventually { !process.isRunning }
        return (
            process.terminationStatus, try String(contentsOf: files[0], encoding: .utf8),
            try String(contentsOf: files[1], encoding: .utf8)
        )
    }

    /// Kills it and waits for its end.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        for secret in Self.secrets(in: log) { Issue.record("a secret stands in the log: \(secret)") }
    }

    /// Patterns of session tokens, signed tokens, credentials and the tests' passwords.
    static func secrets(in text: String) -> [String] {
        let patterns: [Regex<Substring>] = [
            /\b[0-9a-f]{64}\b/, /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/, /(?i:bearer|basic) [A-Za-z0-9+\/._~-]{8,}/,
            /better-auth\.session_token=[^; "]+/, /veranda-by-the-sea/,
        ]
        return patterns.flatMap { text.matches(of: $0).map { String($0.output) } }
    }
}
