import Testing

@testable import Gateway

@Suite struct ScriptSourceTests {
    @Test(
        arguments: [
            ("a();\n  // why\nb();", "a();\nb();\n"),
            ("if (a) {\n    b();\n\tc();\n}", "if (a) {\nb();\nc();\n}\n"),
            ("/** What it does. */\nf();", "f();\n"),
            ("/**\n * More\n * of it.\n */\nf();", "f();\n"),
            // What stands beside code stays.
            ("a(); // why\n/* why */ b();", "a(); // why\n/* why */ b();\n"),
            ("const url = \"https://example.org/*\";", "const url = \"https://example.org/*\";\n"),
            ("", ""),
        ])
    func `lines that are nothing but comments are left out`(written: String, sent: String) {
        #expect(String(decoding: ScriptSource.withoutComments(Array(written.utf8)), as: UTF8.self) == sent)
    }
}
