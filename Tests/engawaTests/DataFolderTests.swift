import ChildProcess
import Foundation
import Testing

@testable import engawa

/// A folder has one process that serves from it, and no file of it is replaced by an empty one.
@Suite struct DataFolderTests {
    private func begin(_ command: String, _ folder: String) throws -> RunningProgram {
        try RunningProgram([
            command, "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development",
        ])
    }

    private func ready(_ program: RunningProgram, _ command: String) async throws {
        _ = try await program.address(after: command == "serve" ? "Engawa is open:" : "The backend listens on")
    }

    /// Runs `body` with a folder that the program has filled and no longer serves.
    private func withFilledFolder(_ command: String = "serve", _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try begin(command, folder)
        defer { program.kill() }
        try await ready(program, command)
        program.kill()
        try await body(folder)
    }

    @Test(arguments: ["serve", "backend"])
    func `a second process is refused while the first serves, and starts once that was killed`(command: String)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try begin(command, folder)
        defer { first.kill() }
        try await ready(first, command)
        for second in ["serve", "backend"] {
            let refused = try await RunningProgram.run([
                second, "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development",
            ])
            #expect(refused.status == 64)
            #expect(refused.error.contains("another process serves from this folder"))
        }
        if command == "serve" {
            #expect(try await RunningProgram.run(["sessions", "list", "--data", folder]).status == 0)
        }
        first.kill()
        let again = try begin(command, folder)
        defer { again.kill() }
        try await ready(again, command)
    }

    @Test(arguments: [("serve", "chat.sqlite"), ("serve", "vault.key"), ("serve", "sessions.sqlite")])
    func `a missing file beside older ones is refused with what to do, and can be begun anew when told so`(
        command: String, name: String
    ) async throws {
        try await withFilledFolder(command) { folder in
            for file in try FileManager.default.contentsOfDirectory(atPath: folder)
            where ["", "-wal", "-shm"].contains(where: { file == name + $0 }) {
                try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
            }
            let refused = try await RunningProgram.run([
                command, "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development",
            ])
            #expect(refused.status == 64)
            #expect(refused.error.contains("\(folder)/\(name) is missing"))
            #expect(refused.error.contains("Restore a backup"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(name)"))
            let told = try #require(refused.error.firstMatch(of: /install -m 600 .*/)).output
            let made = try await ChildProcess.run(["sh", "-c", String(told)])
            #expect(made.status == 0)
            let again = try begin(command, folder)
            defer { again.kill() }
            try await ready(again, command)
        }
    }

    @Test func `operators' commands replace no missing key`() async throws {
        try await withFilledFolder { folder in
            try FileManager.default.removeItem(atPath: "\(folder)/vault.key")
            let refused = try await RunningProgram.run(["sessions", "list", "--data", folder])
            #expect(refused.status == 64)
            #expect(refused.error.contains("vault.key is missing"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/vault.key"))
        }
    }
}
