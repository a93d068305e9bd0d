import Bytes
import Foundation
import Testing

@Suite struct JSONWriterTests {
    /// What `JSONEncoder` writes, for comparison.
    private func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func written(_ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 1)
        writer.object(members)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `text stands as JSONEncoder writes it, whatever is in it`() throws {
        let controls = String(String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0) }))
        var texts = [
            "", "plain", "\"quotes\" and \\ and /", controls, "\u{7F}", "縁側\u{2028}🍵", "\"",
            String(repeating: "あ\n", count: 5_000), String(repeating: "\"", count: 40),
        ]
        // Something to escape at each place of what is looked at at once.
        for place in 0...40 {
            let plain = String(repeating: "x", count: place)
            texts += ["\(plain)\"\(plain)", "\(plain)\u{1F}", "\(plain)\\y"]
        }
        for text in texts {
            #expect(try written { $0.member("text", text) } == encoded(["text": text]))
            #expect(
                try written {
                    $0.begin(text); $0.write(1)
                } == encoded([text: 1]))
        }
    }

    @Test func `members that are not there are left out, or null`() {
        let written = written { json in
            json.member("a", String?.none)
            json.member("b", orNull: nil)
            json.member("c", Int?.none)
            json.member("d", 12)
            json.member("e", Bool?.none)
            json.member("f", true)
            json.begin("g")
            json.array(["x", "y"]) { $1.write($0) }
            json.member("h", plainBytes: 2) { $0.initialize(repeating: UInt8(ascii: "z"), count: 2) }
            json.begin("i")
            json.object { _ in }
            json.begin("j")
            json.array([Int]()) { $1.write($0) }
        }
        #expect(written == #"{"b":null,"d":12,"f":true,"g":["x","y"],"h":"zz","i":{},"j":[]}"#)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (1e300, "1e+300"), (0.1, "0.1"),
            (9_007_199_254_740_992, "9007199254740992"),
        ] as [(Double, String)])
    func `a number is written so that it is read again`(number: Double, text: String) {
        var writer = JSONWriter(capacity: 1)
        writer.write(number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
        #expect(JSON(parsing: writer.bytes) == .number(number))
    }
}
