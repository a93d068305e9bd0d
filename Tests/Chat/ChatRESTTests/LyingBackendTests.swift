import Chat
import ChatREST
import Foundation
import HTTP
import Testing

/// Unexpected values for numbers, timestamps and identifiers. Each must give a value or an error.
@Suite struct LyingBackendTests {
    private static let user = "550e8400-e29b-41d4-a716-446655440001"
    private static let other = "550e8400-e29b-41d4-a716-446655450001"

    private static let numbers = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "4294967295", "4294967296", "-1", "0",
        "-0",
        "99999999999999999999", "1e308", "1e309", "1.5", "NaN", "null", "\"1\"", "[]", "true",
    ]

    private static let moments = [
        "9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "2016-12-31T23:59:60Z", "9999-12-31T23:59:60.999Z",
        "0000-02-29T00:00:00Z", "1970-01-01T00:00:00.00000000000000000000000000001Z", "-001-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z", "2026-11-21T10:25:12\\u0000Z", "", "\u{301}2026-11-21T10:25:12Z",
    ]

    @Test(arguments: numbers) func `a count is a non-negative number, or an error`(number: String) async {
        let repositories = Repositories.answering("{\"unreadCount\":\(number)}")
        guard let user = UserID(Self.user), let conversation = ConversationID(Self.other) else { return }
        let count = try? await repositories.readMarks.unreadCount(in: conversation, for: user)
        #expect(count.map { (0...Int(UInt32.max)).contains($0) } ?? true)
    }

    @Test(arguments: moments) func `a parsed timestamp can be written, changed and compared`(moment: String)
        async throws
    {
        let repositories = Repositories.answering(
            """
            [{"id":"\(Self.user)","idAlias":"a","name":"A","createdAt":"\(moment)"}]
            """)
        guard let users = try? await repositories.users.users(), let read = users.first?.createdAt else { return }
        #expect(read.iso8601.utf8.count == Timestamp.iso8601Bytes)
        #expect(read.adding(.seconds(-1)) < read && read < read.adding(.seconds(1)))
        _ = CivilDate(daysSinceEpoch: read.milliseconds / 86_400_000).weekday
    }

    @Test(arguments: [1, 2, 50]) func `repeated entries in a response are accepted`(times: Int) async throws {
        let user = """
            {"id":"\(Self.user)","idAlias":"a","name":"A","createdAt":"2026-11-21T10:25:12Z"}
            """
        func many(_ text: String) -> String { "[\(Array(repeating: text, count: times).joined(separator: ","))]" }
        let participant = """
            {"id":"\(Self.user)","conversationId":"\(Self.other)","user":\(user),"role":"member",\
            "joinedAt":"2026-11-21T10:25:12Z"}
            """
        let conversation = """
            {"id":"\(Self.other)","type":"direct","createdAt":"2026-11-21T10:25:12Z","participants":\(many(participant))}
            """
        let reaction = """
            {"id":"\(Self.user)","messageId":"\(Self.user)","userId":"\(Self.user)","emoji":"a",\
            "createdAt":"2026-11-21T10:25:12Z"}
            """
        let message = """
            {"id":"\(Self.user)","conversationId":"\(Self.other)","senderUserId":"\(Self.user)","type":"text","text":"word",\
            "createdAt":"2026-11-21T10:25:12Z","reactions":\(many(reaction))}
            """
        let (me, room) = (try #require(UserID(Self.user)), try #require(ConversationID(Self.other)))
        #expect(try await Repositories.answering(many(user)).users.users().count == times)
        let listing = Repositories.answering(many(conversation))
        #expect(try await listing.conversations.conversations(of: me).count == times)
        _ = try await ConversationStart(listing).direct(with: me, as: me)
        let saying = Repositories.answering(many(message))
        #expect(try await saying.messages.messages(in: room, as: me, before: nil, limit: 50).count == times)
        #expect(try await saying.messages.newest(inEach: [room, room], as: me).count == 1)
        _ = try await MessageHistory(saying.messages).page(in: room, as: me)
        let cursor = MessageCursor(moment: Timestamp(milliseconds: .max), message: .random())
        _ = try await MessageHistory(saying.messages).page(in: room, as: me, before: cursor)
        _ = try? await saying.messages.message(.random(), in: room, as: me, sentAt: Timestamp(milliseconds: .max))
    }

    /// Responses that are empty or very long; the error's description stays short.
    struct Lie: Sendable, CustomTestStringConvertible {
        var start = ""
        var unit = ""
        var end = ""
        var count = 100_000

        var body: String { start + String(repeating: unit, count: count) + end }
        var testDescription: String { "\(start)\(unit)…\(end)".debugDescription }
    }

    @Test(
        arguments: [
            "", "[", "{", "null", "{}", "[]", "[null]", "[[]]", "[{}]", "\"", "1", "\u{FEFF}[]", "[]\0", "[]garbage",
        ].map { Lie(start: $0) } + [
            Lie(unit: "["), Lie(unit: "{\"a\":"), Lie(start: "{\"message\":", unit: "["),
            Lie(start: "{\"message\":\"", unit: "a\u{301}\u{302}", end: "\"}", count: 10_000),
        ])
    func `an invalid response of any status is an error`(lie: Lie) async throws {
        let body = lie.body
        let (me, room) = (try #require(UserID(Self.user)), try #require(ConversationID(Self.other)))
        for status in [
            Status.ok, .created, .noContent, .badRequest, .forbidden, .notFound, .conflict, .internalServerError,
        ] {
            let backend = Repositories.answering(status, body)
            _ = try? await backend.users.users()
            _ = try? await backend.users.user(me)
            _ = try? await backend.conversations.conversations(of: me)
            _ = try? await backend.conversations.conversation(room, as: me)
            _ = try? await backend.messages.messages(in: room, as: me, before: nil, limit: 1)
            _ = try? await backend.readMarks.unreadCount(in: room, for: me)
            _ = try? await backend.bookmarks.bookmarks(of: me)
            _ = try? await backend.health.check()
            do {
                _ = try await backend.reactions.add(try #require(Emoji("a")), to: .random(), in: .random(), as: me)
            } catch let error as ChatError {
                #expect("\(error)".unicodeScalars.count < 2_000, "the backend's words are cut")
            }
        }
    }
}
