import Bytes
import Chat
import Foundation
import HTTP
import Recording
import Replay
import Testing

@testable import ChatREST

private func read<Value: JSONReadable>(_ type: Value.Type, from body: [UInt8]) -> Value? {
    try? JSONReader.read(body) { (json) throws(JSONReader.Stop) in try Value(from: &json) }
}

private func decoded<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(body))
}

/// `JSONDecoder` is the measure: whatever the reader reads, it has to read alike.
@Suite("The reading of answers")
struct JSONReaderTests {
    static let bodies = Recordings.allCases.flatMap { $0.exchanges() }.compactMap { $0.clientResponse?.body }
        .filter { !$0.isEmpty }

    /// The results of both readers; `nil` if they fail.
    struct Reading {
        let name: String
        let quick: [AnyHashable]?
        let thorough: [AnyHashable]?
    }

    static func readings(of body: [UInt8]) -> [Reading] {
        func reading<Value: JSONReadable & Hashable, Decoded: Decodable>(
            _: Value.Type, _: Decoded.Type, _ value: (Decoded) -> AnyHashable
        ) -> Reading {
            Reading(
                name: "\(Value.self)", quick: read(Value.self, from: body).map { [$0] },
                thorough: decoded(Decoded.self, from: body).map { [value($0)] })
        }
        return [
            reading([Message].self, [DecodedMessage].self) { $0.map(\.entity) },
            reading(Message.self, DecodedMessage.self) { $0.entity },
            reading([Reaction].self, [DecodedReaction].self) { $0.map(\.entity) },
            reading(Reaction.self, DecodedReaction.self) { $0.entity },
            reading([Conversation].self, [DecodedConversation].self) { $0.map(\.entity) },
            reading(Conversation.self, DecodedConversation.self) { $0.entity },
            reading(Participant.self, DecodedParticipant.self) { $0.entity },
            reading(User.self, DecodedUser.self) { $0.entity },
            reading([User].self, [DecodedUser].self) { $0.map(\.entity) },
            reading([BookmarkedMessage].self, [DecodedBookmarkedMessage].self) { $0.map(\.entity) },
            Reading(
                name: "a count", quick: read(WireUnreadCount.self, from: body).map { [$0.unreadCount] },
                thorough: decoded(DecodedUnreadCount.self, from: body).map { [$0.unreadCount] }),
        ]
    }

    @Test func `it reads every recorded answer that JSONDecoder reads`() {
        var count = 0
        for body in Self.bodies {
            for reading in Self.readings(of: body) {
                #expect(
                    reading.quick == reading.thorough, "\(reading.name) of \(String(decoding: body, as: UTF8.self))")
                if reading.quick != nil { count += 1 }
            }
        }
        #expect(count > 150)
    }

    /// It refuses more: a count with an exponent, and what is passed over and no JSON.
    @Test func `what it reads of broken answers JSONDecoder reads alike`() {
        var random = SplitMix(state: 20_261_121)
        let signs = Array("\"\\{}[],:0123456789-+.eEntfu\u{0}\u{1F}\u{7F} \n\t/é縁\u{10FFFF}".utf8) + [0xFF, 0xC0, 0xED]
        let bodies = Self.bodies.filter { $0.count < 4_000 && Self.readings(of: $0).contains { $0.quick != nil } }
        var read = 0
        for _ in 0..<12_000 {
            var body = bodies.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body[place] = signs.randomElement(using: &random) ?? 0
                case 1: body.remove(at: place)
                case 2: body.insert(signs.randomElement(using: &random) ?? 0, at: place)
                default: body.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &random), body.count))
                }
                if body.isEmpty { body = [0x20] }
            }
            for reading in Self.readings(of: body) where reading.quick != nil {
                read += 1
                #expect(
                    reading.quick == reading.thorough, "\(reading.name) of \(String(decoding: body, as: UTF8.self))")
            }
        }
        #expect(read > 600)
    }

    @Test(arguments: [
        #""a\"\\\/\b\f\n\r\t b""#, #""\u7e01\u5074 \ud83c\udfee""#, #""é縁🏮""#, #""""#, #""\u0000\u001F\u00e9""#,
        #""eight bytes and a quote\" and more than eight bytes after it""#,
    ])
    func `strings with escapes are what JSONDecoder says`(text: String) throws {
        let body = Array(#"{"idAlias":"a","name":\#(text),"createdAt":"2026-11-21T10:25:12Z","id":"\#(Self.id)"}"#.utf8)
        let user = try #require(read(User.self, from: body))
        #expect(user == (try JSONDecoder().decode(DecodedUser.self, from: Data(body)).entity))
    }

    @Test(arguments: [
        #""\ud83c""#, #""\udfee\ud83c""#, #""\ud83c\u0041""#, #""\x""#, #""\u12""#, #""\u+123""#, "\"a\nb\"", "\"a",
        #""\u-000""#, #""\u-123""#, #""\u 123""#, #""\u12 3""#, #""\u00_1""#, #""\u000g""#, #""\u00é""#, #""\u""#,
        #""\U0041""#, #""\ud83c\u-fee""#, #""\ud83c\ud83c""#, #""\ud83c""#, #""\ud83cx""#, "\"\u{0}\"", "\"\u{1F}\"",
        "\"\t\"", #""\"#, #""a\"#, "7", "-", "true", "{}", "[]", "null",
    ])
    func `what is no string is not read`(text: String) {
        let body = Array(#"{"idAlias":"a","name":\#(text),"createdAt":"2026-11-21T10:25:12Z","id":"\#(Self.id)"}"#.utf8)
        #expect(read(User.self, from: body) == nil)
        #expect(decoded(DecodedUser.self, from: body) == nil)
    }

    @Test(arguments: ["1x", "01", "1.5", "-1", "1234567890", "1e3", "", "null"])
    func `a count is a plain number`(text: String) {
        #expect(read(WireUnreadCount.self, from: Array("{\"unreadCount\":\(text)}".utf8)) == nil)
    }

    @Test(arguments: [
        "-", "+1", "01", "1.", ".1", "1e", "1e+", "1e999", "1.5e400", "-9223372036854775808", "4294967296", "1.5",
        "99999999999999999999", "NaN", "Infinity", "-Infinity", "0x10", "1_0", "\u{FF11}", "1 2", "1}", "\"1\"",
    ])
    func `what is no whole number within bounds is no count`(text: String) {
        let body = Array("{\"unreadCount\":\(text)}".utf8)
        #expect(read(WireUnreadCount.self, from: body) == nil)
        #expect(decoded(DecodedUnreadCount.self, from: body) == nil)
    }

    /// A member that is not read has to be JSON all the same; `JSONDecoder` is not so strict there.
    @Test(arguments: [
        "\"\\u-000\"", "\"\\u+000\"", "\"\\x\"", "\"\u{1}\"", "01", "-", "tru", "nul", "[1,]", "{\"a\"}", "{,}", "\"a",
    ])
    func `what is passed over is read as strictly`(text: String) {
        let body = Array("{\"other\":\(text),\"unreadCount\":1}".utf8)
        #expect(read(WireUnreadCount.self, from: body) == nil)
    }

    @Test(arguments: ["x", "{}", "]", "1", ",", "\u{0}", "\u{FEFF}"])
    func `what stands behind the value makes the text unreadable`(rest: String) {
        let body = Array("{\"unreadCount\":1}\(rest)".utf8)
        #expect(read(WireUnreadCount.self, from: body) == nil)
        #expect(decoded(DecodedUnreadCount.self, from: body) == nil)
    }

    @Test func `of members with one name the last one counts`() {
        let body = Array(#"{"unreadCount":1,"unreadCount":2}"#.utf8)
        #expect(read(WireUnreadCount.self, from: body)?.unreadCount == 2)
    }

    /// Names that begin alike, longer ones than are compared, and ones that stand at the very end.
    @Test func `members may come in any order, among others, with space around them`() {
        var random = SplitMix(state: 20_261_122)
        let known = [
            #""idAlias"_:_"a""#, #""name"_:_"縁側""#, #""createdAt"_:_"2026-11-21T10:25:12Z""#, "\"id\"_:_\"\(Self.id)\"",
            #""avatarUrl"_:_null"#,
        ]
        let others = [
            #""idAlia"_:_1"#, #""idAliasName"_:_"b""#, #""ID"_:_{"id":"x"}"#, #""i"_:_[]"#, "\"\"_:_true",
            #""nameOfSomethingThatIsLongerThanWhatIsCompared"_:_"c""#, #""createdAt2"_:_null"#, #""avatarurl"_:_"d""#,
            #""é縁"_:_-1.5e3"#, #""n\u0061m"_:_99999999999999999999"#,
        ]
        for round in 0..<600 {
            let space = ["", "", " ", "\n  "][round % 4]
            let members = (known.shuffled(using: &random) + others.shuffled(using: &random).prefix(round % 5))
                .shuffled(using: &random)
            let text = "{\(space)\(members.joined(separator: ","))\(space)}".replacing("_", with: space)
            let quick = read(User.self, from: Array(text.utf8))
            #expect(quick != nil, "\(text)")
            #expect(quick == decoded(DecodedUser.self, from: Array(text.utf8))?.entity, "\(text)")
        }
    }

    @Test func `a name may be written with escapes`() {
        let text = #"{"\u0069d":"\#(Self.id)","name":"A","id\u0041lias":"a","createdAt":"2026-11-21T10:25:12\u005A"}"#
        let quick = read(User.self, from: Array(text.utf8))
        #expect(quick?.alias == "a")
        #expect(quick == decoded(DecodedUser.self, from: Array(text.utf8))?.entity)
    }

    @Test func `a name with another letter is another name`() {
        let text = """
            {"id":"\(Self.id)","conversationId":"\(Self.id)","senderUserId":"\(Self.id)","type":"text","text":"a",\
            "replyToMessageId":"\(Self.id)","createdAt":"2026-11-21T10:25:12Z","reactions":[],"systemEvent":"b"}
            """
        for name in ["conversationId", "senderUserId", "text", "replyToMessageId", "createdAt", "systemEvent"] {
            for place in 0..<name.utf8.count {
                var other = Array(name.utf8)
                other[place] ^= 1
                let body = Array(
                    text.replacing("\"\(name)\":", with: "\"\(String(decoding: other, as: UTF8.self))\":").utf8)
                let thorough = decoded(DecodedMessage.self, from: body)?.entity
                #expect(read(Message.self, from: body) == thorough)
            }
        }
    }

    @Test func `a deeply nested value is refused`() {
        let nested = String(repeating: "[", count: 100_000)
        #expect(read(WireUnreadCount.self, from: Array("{\"a\":\(nested)".utf8)) == nil)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"]) func `no depth ends the program`(sign: String) {
        for body in [
            String(repeating: sign, count: 100_000), "{\"a\":" + String(repeating: sign, count: 100_000),
            "{\"a\":" + String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
                + ",\"unreadCount\":1}",
        ] {
            #expect(Self.readings(of: Array(body.utf8)).allSatisfy { $0.quick == nil && $0.thorough == nil })
        }
    }

    private static let id = "550e8400-e29b-41d4-a716-446655440001"
}

/// A deterministic generator.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
