import ChildProcess
import Foundation
import Testing

/// What `make test` prints of the logs of the build and of the test runs (`Tests/report.sh`).
@Suite struct TestReportTests {
    private static let passing = """
        ◇ Test "one" started.
        something that a test prints
        ✔ Test "one" passed after 0.001 seconds.
        ✔ Test run with 12 tests in 3 suites passed after 0.1 seconds.

        """
    private static let failing = """
        ◇ Test "two" started.
        ✘ Test "two" recorded an issue at Some.swift:12:9: Expectation failed: (a → 1) == (b → 2)
        ↳ what was expected
        and a second line of it
        ✘ Test "two" failed after 0.002 seconds with 1 issue.
        ◇ Test "three" started.
        not to be seen
        ✔ Test "three" passed after 0.001 seconds.
        ✘ Test run with 30 tests in 4 suites failed after 0.1 seconds with 1 issue.

        """

    /// Runs a line of bash with the functions of the script, and with these texts as `$1`, `$2` ….
    private func report(_ line: String, _ texts: [String]) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try texts.enumerated().map { number, text in
            let file = folder.appending(path: "\(number).log")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../report.sh").path
        let output = try await ChildProcess.run(["bash", "-c", "source \"$0\" && \(line)", script] + files)
        #expect(output.status == 0, "\(output.errors)")
        return output.text.split(separator: "\n").map(String.init)
    }

    @Test func `a target that passed is one line`() async throws {
        #expect(
            try await report(#"report_target Some 0 "$1""#, [Self.passing]) == [
                "Some: ✔ Test run with 12 tests in 3 suites passed after 0.1 seconds."
            ])
    }

    @Test func `of a target that failed the failures are shown with what explains them, and nothing else`() async throws
    {
        let lines = try await report(#"report_target Some 1 "$1""#, [Self.failing])
        #expect(lines.first?.hasPrefix("Some: ✘ Test run with 30 tests in 4 suites failed") == true)
        #expect(
            Array(lines.dropFirst()) == [
                "✘ Test \"two\" recorded an issue at Some.swift:12:9: Expectation failed: (a → 1) == (b → 2)",
                "↳ what was expected", "and a second line of it",
                "✘ Test \"two\" failed after 0.002 seconds with 1 issue.",
            ])
    }

    @Test func `a long line is cut behind a whole character`() async throws {
        let line = "✘ Test \"two\" recorded an issue: " + String(repeating: "縁", count: 1_000_000)
        let lines = try await report(#"report_target Some 1 "$1""#, [line + "\n" + Self.failing])
        let cut = try #require(lines.dropFirst().first)
        #expect(cut.utf8.count < 2_100)
        #expect(cut.hasPrefix("✘ Test \"two\" recorded an issue: 縁縁") && !cut.contains("\u{FFFD}"))
        #expect(cut.hasSuffix("bytes more)"))
        let many = try await report(
            #"report_target Some 1 "$1""#,
            [String(repeating: "✘ Test recorded an issue\n", count: 1_000) + Self.failing])
        #expect(many.count == 402 && many.last == "… (604 lines more)")
    }

    @Test func `a run that crashed shows the test that had begun and the last lines`() async throws {
        let log = "◇ Test \"one\" started.\n✔ Test \"one\" passed.\n◇ Test \"two\" started.\nFatal error: no\n"
        let lines = try await report(#"report_target Some 132 "$1""#, [log])
        #expect(lines.first?.hasPrefix("Some: ✘ ended with status 132 before its tests were done") == true)
        #expect(lines.contains("◇ Test \"two\" started.") && lines.last == "Fatal error: no")
    }

    @Test func `the last line is the sum of all runs, as the runner writes its own`() async throws {
        let passed = try await report(#"sum_of_runs 0 "$@""#, [Self.passing, Self.passing])
        #expect(passed.count == 1)
        #expect(passed[0].hasPrefix("✔ Test run with 24 tests in 6 suites passed after "))
        let failed = try await report(#"sum_of_runs 1 "$@""#, [Self.passing, Self.failing])
        #expect(failed[0].hasPrefix("✘ Test run with 42 tests in 7 suites failed after "))
    }

    @Test func `the errors of a build that failed are shown, and that no test was run`() async throws {
        let log = "[1/2] Compiling Some\n/x/Some.swift:3:1: error: cannot find 'a' in scope\n1 | a\n" + "  |"
        let lines = try await report(#"report_build 1 "$1""#, [log])
        #expect(lines.first == "/x/Some.swift:3:1: error: cannot find 'a' in scope")
        #expect(lines.last?.hasPrefix("✘ The tests could not be built (exit status 1), so none was run") == true)
        let killed = try await report(#"report_build 137 "$1""#, ["[1/2] Compiling Some\nKilled\n"])
        #expect(killed.contains("Killed"))
    }
}
