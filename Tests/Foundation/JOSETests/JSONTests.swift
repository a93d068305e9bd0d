import JOSE
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
            #""\u0000""#, "01", "[1,]", "1e999", "123456789012345678901234567890", #""\ud800""#,
        ] {
            #expect(parse(wrong) == nil, "\(wrong)")
        }
        #expect(JSON(parsing: [0x22, 0xFF, 0x22]) == nil)
    }

    @Test func `depth is limited`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(parse(nested(JSON.maximumDepth)) != nil)
        #expect(parse(nested(JSON.maximumDepth + 2)) == nil)
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
