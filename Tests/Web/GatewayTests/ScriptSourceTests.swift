import Testing

@testable import Gateway

@Suite struct ScriptSourceTests {
    private func sent(_ written: String) -> String {
        String(decoding: ScriptSource.compact(Array(written.utf8)), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("a();\n  // why\nb();", "a();\nb();\n"),
            ("if (a) {\n    b();\n\tc();\n}", "if(a){\nb();\nc();\n}\n"),
            ("/** What it does. */\nf();", "f();\n"),
            ("/**\n * More\n * of it.\n */\nf();", "f();\n"),
            // What stands beside code stays.
            ("a(); // why\n/* why */ b();", "a();// why\n/* why */ b();\n"),
            ("const url = \"https://example.org/*\";", "const url=\"https://example.org/*\";\n"),
            ("", ""),
        ])
    func `lines that are nothing but comments are left out`(written: String, sent: String) {
        #expect(self.sent(written) == sent)
    }

    @Test(
        arguments: [
            ("const { a, b } = c(d, e => e ? 1 : 2);", "const{a,b}=c(d,e=>e?1:2);"),
            ("return [a, !b] ?? new Map()", "return[a,!b]??new Map()"),
            ("a + +b - -c", "a + +b - -c"),
            ("say(\"a, b\", \"( c )\", d)", "say(\"a, b\",\"( c )\",d)"),
            // From there on, it may be a text.
            ("a = `b, ${c, d}`, e", "a=`b, ${c, d}`, e"),
            ("a = 'b, \"c', \"d, e\"", "a='b, \"c', \"d, e\""),
            ("a = /b, c\"/.test(d), \"e, f\"", "a=/b, c\"/.test(d), \"e, f\""),
            ("a = \"b\\\", c\", d", "a=\"b\\\", c\", d"),
            ("a = b / c, d", "a=b / c, d"),
        ])
    func `spaces go where they mean nothing`(written: String, sent: String) {
        #expect(self.sent(written) == sent + "\n")
    }
}
