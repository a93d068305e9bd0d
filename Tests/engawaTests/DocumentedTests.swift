import Foundation
import Testing

@testable import engawa

/// Checks what the documents say about the program and its tests.
@Suite struct DocumentedTests {
    @Test func `each suite that the document names exists`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: root.appending(path: "docs/security.md"), encoding: .utf8)
        var there: Set<String> = []
        let files = try #require(FileManager.default.enumerator(atPath: root.appending(path: "Tests").path))
        for case let path as String in files {
            if path.hasSuffix(".py") || path.hasSuffix("Tests") {
                there.insert(String(path.split(separator: "/").last ?? ""))
            }
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: root.appending(path: "Tests/\(path)"), encoding: .utf8)
            for match in text.matches(of: /struct (\w+Tests)\b/) { there.insert(String(match.output.1)) }
        }
        let named = document.matches(of: /`(\w+Tests|test_\w+\.py)`/).map { String($0.output.1) }
        #expect(named.count > 50)
        #expect(Set(named).subtracting(there).isEmpty)
    }

    @Test func `the changelog describes what is not released first, or this version`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let changelog = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let sections = changelog.matches(of: /\n## (\S+)/).map { String($0.output.1) }
        #expect(sections.first == "Unreleased" || sections.first == Version.number)
        let versions = sections.filter { $0 != "Unreleased" }
        #expect(
            (versions + [Version.number]).max { $0.compare($1, options: .numeric) == .orderedAscending }
                == Version.number)
        #expect(versions == versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending })
    }
}
