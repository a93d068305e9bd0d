import Bytes
import Testing

@Suite struct JSONTests {
    private func parse(_ text: String) -> JSON? { JSON(parsing: Array(text.utf8)) }

    @Test func `values are parsed with their types`() {
        #expect(
            parse(#" {"a":[1,-2.5,true,false,null],"é":"\u3042","o":{}} "#)
                == ["a": [1, .number(-2.5), true, false, .null], "é": "あ", "o": [:]])
        #expect(parse("1795255200") == 1_795_255_200)
        #expect(parse(#""text""#) == "text")
    }

    @Test func `ambiguous JSON is rejected`() {
        for wrong in [
            "", "{", "{} {}", "{'a':1}", #"{"a":1,"a":2}"#, #"{"o":{"b":1,"b":1}}"#, #"{"a":1,"\u0061":2}"#, "NaN",
            #""\u0000""#, #"{"\u0000":1}"#, "01", "-", "1.", "1e", "+1", ".5", "9223372036854775808", "tru", "nulll",
            "\u{FEFF}1",
            "\"\t\"", #"{"é":1,"e\u0301":2}"#, #"{"a":1,}"#, #"{"a"}"#, "[1", #"{"a":1"#, #""a"#, #""\u12""#,
            #""\ud83c\u0041""#, "[1,]", "1e999", "123456789012345678901234567890", #""\ud800""#,
        ] {
            #expect(parse(wrong) == nil, "\(wrong)")
        }
        #expect(JSON(parsing: [0x22, 0xFF, 0x22]) == nil)
    }

    @Test func `what other programs may read differently is read only where that is wanted`() {
        #expect(JSON(parsing: Array(#""\u0000""#.utf8), isStrict: false) == "\0")
        #expect(JSON(parsing: Array("9223372036854775808".utf8), isStrict: false) == .number(0x1p63))
        #expect(JSON(parsing: Array("1e999".utf8), isStrict: false) == nil)
    }

    @Test func `numbers are read as what they mean`() {
        for (text, number) in [
            ("0", 0), ("-0", 0), ("0.5", 0.5), ("-1.25e2", -125), ("1E-2", 0.01), ("1e0", 1),
            ("9223372036854775807", 0x1p63),
            ("-9223372036854775808", -0x1p63), ("1e-999", 0),
        ] as [(String, Double)] {
            #expect(parse(text) == .number(number), "\(text)")
        }
    }

    @Test func `depth is limited`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(parse(nested(JSONReader.maximumDepth)) != nil)
        #expect(parse(nested(JSONReader.maximumDepth + 1)) == nil)
        #expect(parse(nested(100_000)) == nil)
    }

    @Test func `written JSON can be parsed and is deterministic`() {
        let value: JSON = ["b": [1, .number(1.5), true, .null], "a": "x\"\\\n縁", "exp": 1_795_255_200]
        #expect(parse(String(decoding: value.bytes, as: UTF8.self)) == value)
        #expect(
            String(decoding: value.bytes, as: UTF8.self)
                == #"{"a":"x\"\\\n縁","b":[1,1.5,true,null],"exp":1795255200}"#)
    }
}
