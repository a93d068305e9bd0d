import ChildProcess
import Eventually
import Foundation
import HTTP
import HTTPClient
import Testing

/// The program in a process of its own.
final class RunningProgram: Sendable {
    private let process: ChildProcess

    /// The environment of the tests, without engawa's settings.
    private static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ENGAWA_") }

    private static let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "engawa").path

    /// - Parameters:
    ///   - environment: additional variables.
    ///   - authorities: a folder that the program sees in the place of the system's authorities.
    init(_ arguments: [String], environment: [String: String] = [:], authorities: String? = nil) throws {
        process = try ChildProcess(
            Self.withAuthorities(authorities) + [Self.path] + arguments,
            environment: Self.environment.merging(environment) { $1 })
    }

    private static func withAuthorities(_ folder: String?) -> [String] {
        // `sh -c` takes the folder as $0.
        folder.map {
            [
                "unshare", "--map-root-user", "--mount", "sh", "-c", #"mount --bind "$0" /etc/ssl/certs && exec "$@""#,
                $0,
            ]
        } ?? []
    }

    /// Whether the system lets a program see other files than the others do; some containers don't.
    static func canReplaceAuthorities() async throws -> Bool {
        try await ChildProcess.run(withAuthorities("/etc/ssl") + ["true"]).status == 0
    }

    var output: String { process.text }
    var log: String { process.errors }

    /// The first address in the program's output after these words.
    func address(after words: String) async throws -> String {
        var address: Substring?
        try await eventually {
            let output = output
            let rest = output.firstRange(of: words).map { output[$0.upperBound...] }
            // With what follows it, because it may be written in parts.
            address = rest?.firstMatch(of: /(https?:\/\/[^ \n]+)[ \n]/)?.output.1
            return address != nil
        }
        return String(try #require(address)).replacing("localhost", with: "127.0.0.1")
    }

    /// Runs a command to its end.
    static func run(
        _ arguments: [String], input: String = "", environment further: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, error: String) {
        let process = try await ChildProcess.run(
            [path] + arguments, input: Array(input.utf8), environment: environment.merging(further) { $1 })
        return (process.status, process.text, process.errors)
    }

    var isRunning: Bool { process.isRunning }

    func send(_ signal: Int32) { process.send(signal) }

    /// Waits until its log has a line with `text`.
    func logLine(with text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        var line: Substring?
        try await eventually(sourceLocation: sourceLocation) {
            line = log.split(separator: "\n").first { $0.contains(text) }
            return line != nil
        }
        return String(try #require(line))
    }

    /// Kills it and waits for its end.
    func kill() {
        process.kill()
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
