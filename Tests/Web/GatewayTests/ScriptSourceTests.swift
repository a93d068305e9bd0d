import Testing

@testable import Gateway

@Suite struct ScriptSourceTests {
    @Test(
        arguments: [
            ("a();\n  // why\nb();", "a();\n\nb();"),
            ("if (a) {\n    b();\n\tc();\n}", "if (a) {\nb();\nc();\n}"),
            ("/** What it does. */\nf();", "\nf();"),
            ("/**\n * More\n * of it.\n */\nf();", "\n\n\n\nf();"),
            // What stands beside code stays.
            ("a(); // why\n/* why */ b();", "a(); // why\n/* why */ b();"),
            ("const url = \"https://example.org/*\";", "const url = \"https://example.org/*\";"),
            ("", ""),
        ])
    func `lines that are nothing but comments are left empty`(written: String, sent: String) {
        #expect(String(decoding: ScriptSource.withoutComments(Array(written.utf8)), as: UTF8.self) == sent)
    }
}
