import Chat
import ChatRecords
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

@Suite("Messages of one conversation that PostgreSQL stores together")
struct SendingTogetherTests {
    private func message(
        _ text: String, of sender: UserID, in conversation: ConversationID, key: FormKey? = nil, reply: MessageID? = nil
    ) throws -> OutgoingMessage {
        let new = NewMessage(
            conversation: conversation, sender: sender, text: try MessageText(text), replyTo: reply)
        return OutgoingMessage(id: .random(), new: new, hash: key.map { SendKey(new, $0).hash })
    }

    @Test("a message with files that are not there, or without anything, is refused")
    func files() async throws {
        let chat = try await SharedChat()
        for (text, files) in [("hello", [FileID.random()]), ("", [.random()]), ("", [])] {
            let new = NewMessage(
                conversation: chat.group.id, sender: chat.alice.id, text: try MessageText(besideFiles: text),
                files: files)
            for send in [
                { _ = try await chat.store.send(new) }, { _ = try await chat.store.send(new, key: .random()) },
            ]
                as [() async throws -> Void]
            {
                let error = await #expect(throws: ChatError.self) { try await send() }
                guard case .invalid = error?.reason else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
        #expect(try await chat.store.messages(in: chat.group.id, as: chat.bob.id, before: nil, limit: 5) == [])
    }

    @Test("each has its own outcome, and those that are stored have the places and changes that follow")
    func outcomes() async throws {
        let chat = try await SharedChat()
        let (alice, bob, group) = (chat.alice.id, chat.bob.id, chat.group.id)
        let mallory = try await chat.store.register(
            NewUser(alias: Alias("mallory")!, name: DisplayName("M")!, avatarURL: nil)
        ).id
        let first = try await chat.post("first")
        let drafts = PostgreSQLDrafts(chat.place.database, time: .ofServer)
        for user in [alice, bob] {
            try await drafts.keep(draft: Draft("a draft"), of: user, in: group)
        }
        let key = FormKey.random()
        let sent = [
            try message("one", of: alice, in: group, key: key),
            try message("two \"quoted\", \\ and {}", of: bob, in: group),
            try message("one", of: alice, in: group, key: key),
            try message("not a member", of: mallory, in: group, key: .random()),
            try message("a reply", of: bob, in: group, reply: first.id),
            try message("a reply to nothing", of: bob, in: group, reply: .random()),
            try message("four", of: alice, in: group, key: .random()),
        ]
        let outcomes = await chat.store.store(sent, in: group).map { result -> String in
            guard case .success(let row) = result else { return "failed" }
            let id: MessageID? = try? row.optionalIdentifier(2)
            if let id { return "sent before as \(id)" }
            return row.isNull(3) ? (row.boolean(1) ? "invalid" : "not inside") : row.text(4)
        }
        #expect(
            outcomes == [
                "one", "two \"quoted\", \\ and {}", "sent before as \(sent[0].id)", "not inside", "a reply", "invalid",
                "four",
            ])
        let stored = try await chat.store.messages(in: group, as: bob, before: nil, limit: 50)
        #expect(
            stored.map(\.id) == [sent[6], sent[4], sent[1], sent[0]].map(\.id) + [first.id])
        #expect(Set(stored.map(\.createdAt)).count == 5)
        #expect(
            try await chat.place.values(
                "SELECT position || ' ' || text FROM messages WHERE text <> 'first' ORDER BY created_at") == [
                    "2 one", "3 two \"quoted\", \\ and {}", "4 a reply", "5 four",
                ])
        // What is sent without a form leaves the draft.
        #expect(try await drafts.draft(of: alice, in: group) == nil)
        #expect(try await drafts.draft(of: bob, in: group)?.text == "a draft")
        let changes = try await chat.place.values(
            "SELECT number || ' ' || subject FROM changes WHERE stream = $1 AND kind = 'posted' ORDER BY number",
            group.description)
        let numbers = changes.compactMap { Int($0.prefix { $0 != " " }) }
        #expect(numbers == Array((numbers.first ?? 0)..<(numbers.first ?? 0) + 5))
        #expect(changes.map { String($0.drop { $0 != " " }.dropFirst()) } == stored.reversed().map(\.id.description))
    }
}
