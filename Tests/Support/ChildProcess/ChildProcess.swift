import Eventually
import Foundation
import Testing

/// Another program in a process of its own, which ends with this object.
///
/// What it writes goes to files: a pipe may be inherited by another child and would then not be closed.
public final class ChildProcess: Sendable {
    private let process = Process()
    private let folder: URL

    /// - Parameters:
    ///   - command: the program, by its path or as `PATH` has it, and its arguments.
    ///   - input: its standard input.
    ///   - environment: all of its variables; those of the tests if `nil`.
    public init(_ command: [String], input: [UInt8] = [], environment: [String: String]? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "process-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (file, bytes) in [("input", input), ("output", []), ("error", [])] {
            try Data(bytes).write(to: folder.appending(path: file))
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        if let environment { process.environment = environment }
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "error"))
        try process.run()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a program to its end.
    public static func run(
        _ command: [String], input: [UInt8] = [], environment: [String: String]? = nil
    ) async throws -> ChildProcess {
        let process = try ChildProcess(command, input: input, environment: environment)
        try await process.end()
        return process
    }

    public var isRunning: Bool { process.isRunning }

    /// Only after its end.
    public var status: Int32 { process.terminationStatus }

    /// What it has written to its standard output until now.
    public var output: [UInt8] { written("output") }
    /// The same as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    /// What it has written to its standard error until now.
    public var errors: String { String(decoding: written("error"), as: UTF8.self) }

    /// Waits for its end. No thread is blocked for it.
    public func end() async throws { try await eventually { !process.isRunning } }

    /// Sends it a signal, if it is running.
    public func send(_ signal: Int32) { if process.isRunning { Glibc.kill(process.processIdentifier, signal) } }

    /// Makes it stand still (SIGSTOP): it neither reads nor writes any more.
    public func pause() { send(SIGSTOP) }

    /// Kills it, if it is running, and waits for its end. Not with SIGTERM, which it inherits blocked.
    public func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func written(_ file: String) -> [UInt8] {
        (try? Data(contentsOf: folder.appending(path: file))).map { Array($0) } ?? []
    }
}
