import ChildProcess
import Foundation
import Testing

@testable import engawa

/// The scripts of `Release`, in a repository of their own.
@Suite struct ReleaseTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    private static let changelog = """
        # Changelog

        ## Unreleased

        - Something new.

        ## 1.2.0 - 2020-01-02

        - Something old, with the word Unreleased.

        """

    /// A clone of a repository that holds what the scripts work with.
    private final class Clone {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        var path: URL { folder.appending(path: "clone") }

        init() async throws {
            let origin = folder.appending(path: "origin")
            let sources = origin.appending(path: "Sources/engawa")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            for file in ["Release", "Sources/engawa/Version.swift"] {
                try FileManager.default.copyItem(at: root.appending(path: file), to: origin.appending(path: file))
            }
            try Data(changelog.utf8).write(to: origin.appending(path: "CHANGELOG.md"))
            try await git(["init", "--quiet"], in: origin)
            try await git(["add", "."], in: origin)
            try await git(["commit", "--quiet", "--message", "Begin"], in: origin)
            try await git(["clone", "--quiet", origin.path, path.path], in: folder)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        @discardableResult func git(_ arguments: [String], in folder: URL? = nil) async throws -> String {
            let child = try await run(["git", "-C", (folder ?? path).path] + arguments)
            try #require(child.status == 0, "\(arguments): \(child.errors)")
            return child.text.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Runs a program with git's configuration of nobody, and a `swift` that shows the source that names the commit.
        func run(_ command: [String], _ variables: [String: String] = [:]) async throws -> ChildProcess {
            let swift = folder.appending(path: "bin/swift")
            if !FileManager.default.fileExists(atPath: swift.path) {
                try FileManager.default.createDirectory(
                    at: swift.deletingLastPathComponent(), withIntermediateDirectories: true)
                let script = "#!/bin/sh\necho \"$@\"\ncat Sources/engawa/BuildCommit+Built.swift 2>/dev/null\nexit 0\n"
                _ = FileManager.default.createFile(
                    atPath: swift.path, contents: Data(script.utf8), attributes: [.posixPermissions: 0o755])
            }
            var environment = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]
            for role in ["AUTHOR", "COMMITTER"] {
                environment["GIT_\(role)_NAME"] = "Somebody"
                environment["GIT_\(role)_EMAIL"] = "somebody@example.com"
            }
            environment["PATH"] =
                "\(swift.deletingLastPathComponent().path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
            return try await ChildProcess.run(command, environment: environment.merging(variables) { $1 })
        }

        func script(_ name: String, _ arguments: [String] = [], _ variables: [String: String] = [:]) async throws
            -> ChildProcess
        { try await run([path.appending(path: "Release/\(name).sh").path] + arguments, variables) }

        func text(_ file: String) throws -> String {
            try String(contentsOf: path.appending(path: file), encoding: .utf8)
        }
    }

    @Test func `a release sets the version, gives the changelog its date, and says how it is tagged`() async throws {
        let clone = try await Clone()
        let release = try await clone.script("release", ["1.3.0"])
        #expect(release.status == 0, "\(release.errors)")
        #expect(try clone.text("Sources/engawa/Version.swift").contains(#"static let number = "1.3.0""#))
        let expected =
            /# Changelog\n\n## 1\.3\.0 - \d{4}-\d\d-\d\d\n\n- Something new\.\n\n## 1\.2\.0 - 2020-01-02\n\n- S.*/
        let changelog = try clone.text("CHANGELOG.md")
        #expect(try expected.prefixMatch(in: changelog) != nil, "\(changelog)")
        #expect(changelog.contains("the word Unreleased"))
        #expect(try await clone.git(["log", "-1", "--format=%s"]) == "Release 1.3.0")
        #expect(try await clone.git(["status", "--porcelain"]) == "")
        #expect(try await clone.git(["tag"]) == "")
        let commit = try await clone.git(["rev-parse", "HEAD"])
        #expect(release.text.contains("git tag --annotate v1.3.0 --message \"Engawa 1.3.0\" \(commit)\n"))
        #expect(release.text.contains("--build-arg COMMIT=\(commit)"))

        let again = try await clone.script("release", ["1.4.0"])
        #expect(again.status == 1 && again.errors.contains("Unreleased"))
    }

    @Test func `what is not ready for a release is refused, and nothing is changed`() async throws {
        let clone = try await Clone()
        try await clone.git(["tag", "v1.5.0"])
        for (version, words) in [
            ("1.2.0", "not newer"), ("1.1.9", "not newer"), ("1.5.0", "the tag v1.5.0 exists"), ("1.3", "no version"),
            ("v1.3.0", "no version"), ("1.3.0; touch x", "no version"),
        ] {
            let release = try await clone.script("release", [version])
            #expect(release.status == 1 && release.errors.contains(words), "\(version): \(release.errors)")
        }
        try Data("changed\n".utf8).write(to: clone.path.appending(path: "Release/commit.sh"))
        let release = try await clone.script("release", ["1.3.0"])
        #expect(release.status == 1 && release.errors.contains("not committed"))
        #expect(try await clone.git(["log", "--format=%s"]) == "Begin")
        #expect(try clone.text("CHANGELOG.md") == Self.changelog)
    }

    @Test func `a build names the commit it is made of, and no other build does`() async throws {
        let clone = try await Clone()
        let commit = try await clone.git(["rev-parse", "--short=12", "HEAD"])
        func built(_ variables: [String: String] = [:]) async throws -> String {
            let build = try await clone.script("build", ["-c", "release"], variables)
            #expect(build.status == 0, "\(build.errors)")
            let placed = clone.path.appending(path: "Sources/engawa/BuildCommit+Built.swift")
            #expect(!FileManager.default.fileExists(atPath: placed.path))
            return build.text
        }
        func line(_ commit: String) -> String {
            "build -c release\nextension BuildCommit { static let commit: String? = \"\(commit)\" }\n"
        }
        #expect(try await built() == line(commit))
        #expect(try await built() == line(commit))
        #expect(try await built(["COMMIT": String(repeating: "ab", count: 20)]) == line("abababababab"))
        try Data("changed\n".utf8).write(to: clone.path.appending(path: "CHANGELOG.md"))
        #expect(try await built() == line("\(commit).modified"))
        let refused = try await clone.script("build", [], ["COMMIT": "main\"; print()"])
        #expect(refused.status == 1 && refused.errors.contains("COMMIT is not a commit"))
        try FileManager.default.removeItem(at: clone.path.appending(path: ".git"))
        #expect(try await built() == "build -c release\n")
    }

    @Test func `the version is shown with its commit where that is known`() async throws {
        #expect(try await RunningProgram.run(["--version"]).output == "engawa \(Version.current)\n")
        #expect(Version.current == (BuildCommit.commit.map { "\(Version.number)+\($0)" } ?? Version.number))
    }
}
