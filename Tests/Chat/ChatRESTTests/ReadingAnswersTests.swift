import Chat
import HTTP
import Recording
import Replay
import Testing

@Suite("Decoding the backend's responses")
struct ReadingAnswersTests {
    static let alice = "550e8400-e29b-41d4-a716-446655440001"
    static let dave = "550e8400-e29b-41d4-a716-446655440004"

    @Test("a user's date is read without a fraction and with one")
    func dates() async throws {
        let seeded: User = try await Recorded.value("user-get")
        let registered: User = try await Recorded.value("user-create")
        #expect(seeded.createdAt == Timestamp(iso8601: "2026-11-21T10:40:35Z"))
        #expect(registered.createdAt == Timestamp(iso8601: "2026-11-21T10:40:38.081Z"))
        #expect(registered.alias == "zoe.new-user_1")
        #expect(registered.name == "Zoë 新しい")
        #expect(registered.avatarURL == "https://example.com/z.png")
    }

    @Test("a missing picture is `nil`, whether null or omitted")
    func nulls() async throws {
        let yuri: User = try await Recorded.value("user-get-null-avatar")
        #expect(yuri.avatarURL == nil)
        let group: Conversation = try await Recorded.value("conversation-create-group-with-null-avatar-user")
        #expect(group.participants.first { $0.user.id == yuri.id }?.user == yuri)
    }

    @Test("a direct conversation has no name, a group has its own")
    func conversations() async throws {
        let direct: Conversation = try await Recorded.value("conversation-create-direct")
        #expect(direct.kind == .direct)
        #expect(direct.name == nil)
        #expect(Set(direct.participants.map(\.user.alias)) == ["alice", "bob"])
        let group: Conversation = try await Recorded.value("conversation-get")
        #expect(group.kind == .group)
        #expect(group.name == "Team 🚀 <b>チーム</b>")
        #expect(group.participants.allSatisfy { $0.role == .member && $0.isActive && $0.conversation == group.id })
    }

    @Test("a former participant is included, with the time of leaving")
    func leavers() async throws {
        let group: Conversation = try await Recorded.value("conversation-get-with-left-participant")
        let dave = try #require(group.participants.first { $0.user.alias == "dave" })
        #expect(dave.leftAt == Timestamp(iso8601: "2026-11-21T10:40:40.274Z"))
        #expect(group.activeParticipant(dave.user.id) == nil)
        let admin: Participant = try await Recorded.value("participant-add-admin-role")
        #expect(admin.role == .admin)
    }

    @Test("a join names who joined, a leave names nobody")
    func systemMessages() async throws {
        let joined: [Message] = try await Recorded.value("messages-list-after-join")
        #expect(joined.map(\.content) == [.joined(user: UserID(Self.dave))])
        let left: [Message] = try await Recorded.value("messages-list-after-leave")
        #expect(left.first?.content == .left(user: nil))
        #expect(left.first?.sender == nil)
    }

    @Test("a person's message with a `systemEvent` stays a person's message")
    func spoofedEvent() async throws {
        let message: Message = try await Recorded.value("message-send-system-event")
        #expect(message.content == .text(sender: try #require(UserID(Self.alice)), text: "spoof"))
    }

    @Test(
        "text arrives as the backend keeps it",
        arguments: [
            ("message-send-nul-char", "a\0b"), ("message-send-lone-surrogate", "a\u{FFFD}b"),
            ("message-send-multiline", "line 1\nline 2\r\nline 3\ttab"), ("message-send-empty-text", ""),
            ("message-send-no-text", ""), ("message-send-null-text", ""), ("message-send-whitespace-text", "  \n\t "),
        ])
    func text(name: String, text: String) async throws {
        let message: Message = try await Recorded.value(name)
        guard case .text(_, let read) = message.content else {
            Issue.record("\(message.content) is no text")
            return
        }
        #expect(Array(read.utf8) == Array(text.utf8))
    }

    @Test("100 kB of text arrive completely")
    func longText() async throws {
        let message: Message = try await Recorded.value("message-send-100kB")
        #expect(
            message.content
                == .text(sender: try #require(UserID(Self.alice)), text: .init(repeating: "x", count: 100_000)))
    }

    @Test("a message has its reactions, with any string as emoji")
    func reactions() async throws {
        let messages: [Message] = try await Recorded.value("messages-list-oldest-with-reactions")
        let emoji = try #require(messages.last).reactions.map(\.emoji)
        #expect(emoji.count == 6)
        #expect(Set(emoji) == ["", "not an emoji at all / slash", "👩‍👩‍👧‍👦", "👍", "🎉"])
    }

    @Test("read marks, unread counts and bookmarks are read")
    func marks() async throws {
        let mark: ReadMark = try await Recorded.value("read-mark-middle")
        #expect(mark.lastRead.description == "5988fa4a-97b9-442a-a45c-850cbf4bbc50")
        #expect(try await Recorded.value("unread-count-before") == 135)
        let bookmark: Bookmark = try await Recorded.value("bookmark-add")
        let again: Bookmark = try await Recorded.value("bookmark-add-duplicate")
        #expect(bookmark == again)
        let list: [BookmarkedMessage] = try await Recorded.value("bookmarks-list-with-deleted-message")
        #expect(list.first?.text == "Hi Alice")
        #expect(list.first?.messageCreatedAt == Timestamp(iso8601: "2026-11-21T10:40:38.973Z"))
    }

    @Test("pages follow each other by the time of their last message")
    func paging() async throws {
        let backend = ReplayBackend(Recorded.exchanges)
        let messages = Repositories.overREST(HandlerTransport(backend.respond)).messages
        let group = try #require(ConversationID("eb941a82-f12a-4c35-86a1-795aaf834705"))
        let alice = try #require(UserID(Self.alice))
        var history: [Message] = []
        while let page = try? await messages.messages(
            in: group, as: alice, before: history.last?.createdAt, limit: 50), !page.isEmpty
        {
            history += page
        }
        #expect(history.count == 135)
        #expect(Set(history.map(\.id)).count == 135)
        #expect(zip(history, history.dropFirst()).allSatisfy { $0.createdAt > $1.createdAt })
    }

    @Test("messages of one millisecond, which the backend lists in the order of their sending, come newest first")
    func sharedMilliseconds() async throws {
        let moments = ["25:13.000", "25:12.001", "25:12.001", "25:12.001", "25:11.000", "25:10.000", "25:10.000"]
        let messages = moments.enumerated().map { number, moment in
            """
            {"id":"550e8400-e29b-41d4-a716-44665544010\(number)","conversationId":"\(Self.dave)","type":"text",
            "senderUserId":"\(Self.alice)","text":"\(number)","createdAt":"2026-11-21T10:\(moment)Z","reactions":[]}
            """
        }
        let repositories = Repositories.answering("[\(messages.joined(separator: ","))]")
        let (alice, room) = (try #require(UserID(Self.alice)), try #require(ConversationID(Self.dave)))
        let read = try await repositories.messages.messages(in: room, as: alice, before: nil, limit: 50)
        let numbers = read.map { "\($0.id)".suffix(1) }
        #expect(numbers == ["0", "3", "2", "1", "4", "6", "5"])
    }
}
