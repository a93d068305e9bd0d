import Chat
import Foundation
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0), ("2026-11-21T10:28:26.598Z", 1_795_256_906_598),
        ("2026-11-21T10:25:12Z", 1_795_256_712_000), ("2000-02-29T23:59:59.9Z", 951_868_799_900),
        ("1969-12-31T23:59:59.999Z", -1), ("2026-11-21T10:25:12.123456Z", 1_795_256_712_123),
    ])
    func `both forms of timestamps are parsed`(text: String, milliseconds: Int64) {
        #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21 10:25:12Z", "2026-11-21T10:25:12", "2026-11-21T10:25:12+09:00",
        "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T10:25:12.Z",
        "2026-11-21T10:25:12.1ZZ", "２026-11-21T10:25:12Z",
    ])
    func `invalid timestamps are rejected`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func `timestamps are written as Foundation writes them`() {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let milliseconds = Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &generator)
            let moment = Timestamp(milliseconds: milliseconds)
            #expect(Timestamp(iso8601: moment.iso8601) == moment)
            let seconds = Timestamp(milliseconds: milliseconds - milliseconds % 1_000)
            let date = Date(timeIntervalSince1970: Double(seconds.milliseconds / 1_000))
            #expect(seconds.iso8601 == style.format(date))
        }
    }

    @Test func `adding a duration saturates at the limits of 64 bits`() {
        let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
        #expect(last.adding(.milliseconds(1)) == last)
        #expect(last.adding(.seconds(Int64.max)) == last)
        #expect(last.adding(.seconds(Int64.min)) == first)
        #expect(first.adding(.milliseconds(-1)) == first)
        #expect(first.adding(.seconds(Int64.min)) == first)
        #expect(first.adding(.seconds(Int64.max)) == last)
        #expect(Timestamp(milliseconds: 5).adding(.seconds(Int64.max)) == last)
        #expect(Timestamp(milliseconds: 5).adding(.milliseconds(-6)).milliseconds == -1)
        #expect(Timestamp(milliseconds: -5).adding(.microseconds(-1_500)).milliseconds == -6)
        #expect(last.milliseconds(since: first) == .max)
        #expect(first.milliseconds(since: last) == .min)
        #expect(first.milliseconds(since: first) == 0)
        #expect(Timestamp(milliseconds: -5).milliseconds(since: Timestamp(milliseconds: 5)) == -10)
    }

    /// Possible values in a database or from a backend.
    @Test(arguments: [
        Int64.min, .min + 1, -62_167_219_200_000, -62_167_219_200_001, -1, 0, 253_402_300_799_999, 253_402_300_800_000,
        .max - 1, .max,
    ])
    func `any timestamp can be written`(milliseconds: Int64) {
        let moment = Timestamp(milliseconds: milliseconds)
        #expect(moment.iso8601.utf8.count == Timestamp.iso8601Bytes)
        let day = CivilDate(daysSinceEpoch: milliseconds / 86_400_000)
        #expect((1...12).contains(day.month) && (1...31).contains(day.day) && (0...6).contains(day.weekday))
    }

    @Test(arguments: [
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:60.999Z", "2016-12-31T23:59:60Z", "0000-02-29T00:00:00Z",
    ])
    func `the first and the last timestamp of the format and leap seconds are parsed`(text: String) throws {
        let moment = try #require(Timestamp(iso8601: text))
        #expect(moment.adding(.milliseconds(1)) > moment)
        _ = moment.iso8601
    }

    @Test func `weekdays are right`() {
        #expect(CivilDate(year: 2026, month: 11, day: 21).weekday == 6)
        #expect(CivilDate(year: 1970, month: 1, day: 1).weekday == 4)
        #expect(CivilDate(year: 1969, month: 12, day: 28).weekday == 0)
    }
}

@Suite struct TextTests {
    @Test func `line ends become line feeds`() throws {
        #expect(try MessageText("a\r\nb\rc\n").description == "a\nb\nc\n")
    }

    @Test(arguments: ["", " ", "\r\n", "\u{3000}\t\u{2028}"]) func `a blank text is refused`(text: String) {
        #expect(throws: MessageText.Fault.blank) { try MessageText(text) }
    }

    @Test func `a space with a combining mark is not blank`() throws {
        #expect(try MessageText(" \u{301}").description == " \u{301}")
        #expect(DisplayName(" \u{301} ")?.description == "\u{301}")
        #expect(DisplayName("a\u{200D}\u{2028}\u{301}b") == nil)
    }

    @Test func `a line end with a combining mark becomes a line feed`() throws {
        let text = try MessageText("a\r\n\u{301}b\r\u{301}c\r\r\n\u{200D}\r")
        #expect(Array(text.description.utf8) == Array("a\n\u{301}b\n\u{301}c\n\n\u{200D}\n".utf8))
    }

    /// Composed and decomposed `é` are equal as Strings, but different for every backend.
    @Test func `emoji are compared by their bytes`() throws {
        let (one, two) = (try #require(Emoji("\u{E9}")), try #require(Emoji("e\u{301}")))
        #expect(one != two)
        #expect(Set([one, two]).count == 2)
    }

    @Test func `ten thousand characters are allowed and one more is not`() throws {
        let longest = String(repeating: "縁", count: MessageText.maximumCharacters)
        #expect(try MessageText(longest).description == longest)
        #expect(throws: MessageText.Fault.tooLong(characters: 10_001)) { try MessageText(longest + "側") }
    }

    @Test(arguments: ["ab", "-ab", "ab-", "Alice", "a b", "aé3", String(repeating: "a", count: 31)])
    func `invalid aliases are rejected`(text: String) {
        #expect(Alias(text) == nil)
    }

    @Test(arguments: ["abc", "zoe.new-user_1", String(repeating: "a", count: 30)])
    func `a valid alias is accepted`(text: String) {
        #expect(Alias(text)?.description == text)
    }

    @Test func `a name is trimmed and has one line`() {
        #expect(DisplayName("  春香 \n")?.description == "春香")
        for wrong in ["", "  ", "a\nb", "a\0b", String(repeating: "a", count: 101)] {
            #expect(DisplayName(wrong) == nil)
        }
    }

    @Test func `an emoji is short and contains no white space`() {
        #expect(Emoji("👩‍👩‍👧‍👦") != nil)
        for wrong in ["", " ", "a b", "a\u{7}", String(repeating: "x", count: 65)] { #expect(Emoji(wrong) == nil) }
    }

    @Test func `every byte of an id is checked`() {
        let text = Array("550e8400-E29B-41d4-a716-44665544fFAa".utf8)
        for position in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[position] = byte
                let isHyphen = text[position] == UInt8(ascii: "-")
                let isDigit = byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
                let id = changed.withUnsafeBufferPointer { MessageID(utf8: $0) }
                let expected = (isHyphen ? byte == UInt8(ascii: "-") : isDigit)
                #expect(
                    id?.description == (expected ? String(decoding: changed, as: UTF8.self).lowercased() : nil),
                    "\(byte) at \(position)")
            }
        }
    }

    @Test func `ids sort as their texts do`() {
        let ids = (0..<500).map { _ in UserID.random() }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
    }

    @Test func `ids are UUIDs in lower case`() {
        #expect(UserID("550E8400-E29B-41D4-A716-446655440001")?.description == "550e8400-e29b-41d4-a716-446655440001")
        for wrong in [
            "", "xyz", "550e8400e29b41d4a716446655440001", "550e8400-e29b-41d4-a716-44665544000g",
            " 50e8400-e29b-41d4-a716-446655440001", "0x0e8400-e29b-41d4-a716-446655440001",
            "+50e8400-e29b-41d4-a716-446655440001", "550e8400-e29b-41d4a-716-446655440001",
        ] {
            #expect(MessageID(wrong) == nil)
        }
        for _ in 0..<1_000 {
            let id = MessageID.random()
            // Foundation agrees that it is a UUID, of version 4 and variant 10.
            #expect(UUID(uuidString: id.description)?.uuidString.lowercased() == id.description)
            #expect(id.description.wholeMatch(of: /.{14}4.{4}[89ab].{16}/) != nil)
            #expect(MessageID(id.description.uppercased()) == id)
        }
        #expect(MessageID.random() != MessageID.random())
    }
}
