import ChildProcess
import Compression
import Testing

@Suite struct SeparatePartsTests {
    /// A text that begins with what everybody may know, and its parts.
    private struct Text {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []

        init(shared: String, before: String = "", parts: [String], after: String) {
            add(shared)
            bytes += before.utf8
            for part in parts { add(part) }
            bytes += after.utf8
        }

        private mutating func add(_ text: String) {
            ranges.append(bytes.count..<(bytes.count + text.utf8.count))
            bytes += text.utf8
        }

        func compressed() throws -> [UInt8] {
            try #require(ContentCoding.gzip.compress(bytes, .little, separating: SeparateParts(ranges)))
        }
    }

    private static let row = #"<li><a class="conversation" href="/conversations/"><span class="title"></span></a></li>"#
    private static let thread = String(repeating: "<p>The tomatoes are ripe, and the shōji is mended.</p>", count: 40)

    private static func row(_ text: String) -> String {
        #"<li><a class="conversation" href="/conversations/"><span class="title">\#(text)</span></a></li>"#
    }

    @Test(arguments: [
        Text(shared: row, parts: [row("one"), row("two"), row("縁側でお茶を")], after: thread),
        Text(shared: row, before: thread, parts: [row("one")], after: thread),
        Text(shared: "", parts: [thread], after: ""),
        Text(shared: row, parts: ["", "a", "ab", "", "aaa"], after: thread),
        // Matches of every length and of every distance, also too long and too far ones.
        Text(shared: row, parts: (0..<600).map { String(repeating: "a", count: $0) + row("\($0)") }, after: thread),
        Text(
            shared: row,
            parts: (0..<200).map { number in
                (0..<30).map { String(($0 * $0 &* 2_654_435_761 + number) % 97, radix: 36) + row("縁") }.joined()
            }, after: thread),
    ]) private func `they are decompressed by gzip`(text: Text) async throws {
        let compressed = try text.compressed()
        #expect(try await ChildProcess.run(["gzip", "-dc"], input: compressed).output == text.bytes)
    }

    /// Who can write into one part, and sees how long the whole is, could guess the text of another letter by letter.
    @Test(arguments: ["open sesame", "ひみつの合言葉"])
    func `a guess of a text elsewhere is as long as any other`(secret: String) throws {
        func length(_ guess: String) throws -> Int {
            try Text(
                shared: Self.row, before: "<p>\(secret) stands before the parts</p>",
                parts: [Self.row(guess), Self.row("The secret: \(secret)."), Self.row(guess)],
                after: "\(Self.thread)<p>\(secret) and \(secret)</p>"
            ).compressed().count
        }
        // The same bytes in another order.
        let other = String(String.UnicodeScalarView(secret.unicodeScalars.reversed()))
        #expect(try length(secret) == length(other))
    }

    @Test func `a part is shorter by what it has in common with what everybody knows, and with itself`() throws {
        func length(shared: String, _ parts: [String]) throws -> Int {
            try Text(shared: shared, parts: parts, after: Self.thread).compressed().count
        }
        let rows = ["tomatoes", "tea", "shōji"].map(Self.row)
        #expect(try length(shared: Self.row, rows) < length(shared: String(Self.row.reversed()), rows) - 100)
        let twice = "to the veranda at noon, to the veranda at noon"
        #expect(
            try length(shared: "", [twice])
                < length(shared: "", [String(twice.prefix(23)), String(twice.dropFirst(23))]))
    }

    @Test func `parts with a gap, or before what is shared, are none`() {
        #expect(SeparateParts([]) == nil)
        #expect(SeparateParts([0..<5]) == nil)
        #expect(SeparateParts([0..<5, 7..<9]) != nil)
        #expect(SeparateParts([0..<5, 4..<9]) == nil)
        #expect(SeparateParts([0..<5, 5..<9, 10..<12]) == nil)
    }
}
