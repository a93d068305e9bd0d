import Foundation
import Testing

@testable import engawa

/// What the documents for operators name, in English and Japanese, against the program.
@Suite struct DocumentedSettingsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
    private static let english = ["README.md", "docs/sign-in.md", "docs/operations.md", "docs/deployment.md"]
    private static let japanese = ["README.ja.md", "docs/ja/sign-in.md", "docs/ja/deployment.md"]

    private static func text(_ document: String) throws -> String {
        try String(contentsOf: root.appending(path: document), encoding: .utf8)
    }

    /// The commands of a document's fenced blocks, each as one line without its comment.
    private static func commands(_ document: String) throws -> [String] {
        let blocks = try text(document).components(separatedBy: "\n```")
        return stride(from: 1, to: blocks.count, by: 2).flatMap { index in
            blocks[index].drop { $0 != "\n" }.replacing("\\\n", with: " ").split(separator: "\n").map { line in
                (line.firstRange(of: " # ").map { line[..<$0.lowerBound] } ?? line)
                    .split(separator: " ").joined(separator: " ")
            }
        }
    }

    /// The inline code of a document, and the commands of its blocks.
    private static func code(_ document: String) throws -> [String] {
        try text(document).matches(of: /`([^`\n]+)`/).map { String($0.output.1) } + commands(document)
    }

    private static func isMethodSetting(_ flag: String) -> Bool {
        flag.hasPrefix(MethodSetting.flagPrefix) && MethodSetting.named(inFlag: flag) != nil
    }

    private static func isKnown(_ flag: String) -> Bool {
        Setting.allCases.contains { $0.flag == flag }
            || isMethodSetting(flag) || ["--help", "--version", "--flag"].contains(flag)
            || Command.allCases.contains { $0.helpText.matches(of: /--[a-z-]+/).contains { $0.output == flag } }
    }

    @Test(arguments: english + japanese)
    func `each setting that a document names exists`(document: String) throws {
        for code in try Self.code(document) where code.hasPrefix("engawa ") || code.hasPrefix("--") {
            // In a list of alternatives each is one.
            for match in code.matches(of: /(?:^|[ \[])(--[a-z][a-z0-9-]*)/) {
                let flag = String(match.output.1)
                // `--sign-in-NAME-…` stands for all.
                guard !flag.hasSuffix("-") else { continue }
                #expect(Self.isKnown(flag), "\(document): \(flag) in \(code)")
            }
        }
    }

    @Test(arguments: english + japanese)
    func `each variable that a document names exists`(document: String) throws {
        let known = Set(Setting.allCases.map(\.variable))
        for match in try Self.text(document).matches(of: /ENGAWA_[A-Z0-9_]+/) {
            let variable = String(match.output)
            // `ENGAWA_SIGN_IN_NAME_…` stands for all.
            guard !variable.hasSuffix("_") else { continue }
            let flag = "--" + variable.dropFirst(Setting.variablePrefix.count).lowercased().replacing("_", with: "-")
            #expect(known.contains(variable) || Self.isMethodSetting(flag), "\(document): \(variable)")
        }
    }

    @Test func `the README lists each setting of the program`() throws {
        let text = try Self.text("README.md")
        for setting in Setting.allCases {
            #expect(text.contains("`\(setting.flag)`") || text.contains("`\(setting.flag) "), "\(setting.flag)")
        }
    }

    @Test(arguments: japanese)
    func `each command of a Japanese document is in the English one, whose commands are run`(document: String) throws {
        let counterpart = document == "README.ja.md" ? "README.md" : document.replacing("/ja/", with: "/")
        let english = Set(try Self.commands(counterpart))
        for command in try Self.commands(document) {
            #expect(english.contains(command), "\(document): \(command)")
        }
    }

    @Test(arguments: japanese)
    func `each settings table of a Japanese document agrees with the program`(document: String) throws {
        for line in try Self.text(document).split(separator: "\n") where line.hasPrefix("| `--") {
            let cells = line.split(separator: "|").map { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
            guard cells.count > 1, cells[1].first?.hasPrefix("ENGAWA_") == true else { continue }
            let settings = cells[0].map { flag in Setting.allCases.first { $0.flag == flag } }
            #expect(settings.map { $0?.variable } == cells[1], "\(document): \(line)")
        }
    }

    /// The anchors of a document's headings, as the hosts of repositories make them.
    private static func anchors(_ document: String) throws -> Set<String> {
        Set(
            try text(document).matches(of: /\n#+ ([^\n]+)/).map { match in
                String(
                    match.output.1.lowercased().compactMap { character -> Character? in
                        if character == " " { return "-" }
                        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
                    })
            })
    }

    @Test(arguments: english + japanese)
    func `each link within the documents leads to a file and a heading`(document: String) throws {
        for match in try Self.text(document).matches(of: /\]\(([^)#:\s]*)(?:#([^)\s]+))?\)/) {
            let path = String(match.output.1)
            let folder = URL(filePath: "/\(document)").deletingLastPathComponent()
            let target =
                path.isEmpty ? document : String(folder.appending(path: path).standardized.path.drop { $0 == "/" })
            let isThere = FileManager.default.fileExists(atPath: Self.root.appending(path: target).path)
            #expect(isThere, "\(document): \(path)")
            guard let anchor = match.output.2, isThere else { continue }
            #expect(try Self.anchors(target).contains(String(anchor)), "\(document): \(path)#\(anchor)")
        }
    }

    @Test func `the documents of the two languages lead to each other`() throws {
        for (document, link) in [
            ("README.md", "(README.ja.md)"), ("README.md", "(docs/ja/sign-in.md)"),
            ("README.md", "(docs/ja/deployment.md)"), ("README.ja.md", "(README.md)"),
            ("docs/sign-in.md", "(ja/sign-in.md)"), ("docs/ja/sign-in.md", "(../sign-in.md)"),
            ("docs/deployment.md", "(ja/deployment.md)"), ("docs/ja/deployment.md", "(../deployment.md)"),
        ] {
            #expect(try Self.text(document).contains(link), "\(document) has no link to \(link)")
        }
    }
}
