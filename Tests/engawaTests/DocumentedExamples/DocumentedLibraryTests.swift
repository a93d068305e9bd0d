import ChildProcess
import Foundation
import Testing

@testable import engawa

/// Runs the program in docs/library.md against the backend.
@Suite struct DocumentedLibraryTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    private static let example = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "example-app").path

    @Test func `the document shows the program that is built`() throws {
        let document = try String(contentsOf: Self.root.appending(path: "docs/library.md"), encoding: .utf8)
        let program = try String(
            contentsOf: Self.root.appending(path: "Tests/ExampleApp/Example.swift"), encoding: .utf8)
        #expect(document.contains("```swift\n\(program)```\n"))
    }

    /// What the program prints that writes `text`.
    private func output(_ access: String, _ text: String, as person: [String]) async throws -> String {
        let data = FileManager.default.temporaryDirectory.appending(path: "engawa-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: data) }
        let program = try RunningProgram([
            "backend", "--backend-access", access, "--mode", "development", "--listen", "127.0.0.1:0", "--data", data,
        ])
        defer { program.kill() }
        let backend = try await program.address(after: "listens on")
        let run = try await ChildProcess.run([Self.example, backend] + person + [text])
        #expect(run.status == 0, "\(run.errors)")
        return run.text
    }

    @Test func `somebody signs in by User ID, and sees what they send`() async throws {
        let output = try await output("open", "縁側から", as: ["550e8400-e29b-41d4-a716-446655440001"])
        #expect(output.contains("last at "))
        #expect(output.hasSuffix("I: 縁側から\n"))
    }

    @Test func `somebody signs in by a session, and sees what they send`() async throws {
        let output = try await output("session", "縁側から", as: ["alice", EmbeddedStore.samplePassword])
        #expect(output.contains("last at "))
        #expect(output.hasSuffix("I: 縁側から\n"))
    }
}
