import Chat
import ChatRecords
import Cryptography
import Foundation
import RepositoryBehaviour
import SQLite
import Sending
import Testing

@testable import ChatStore

/// A data folder of the version that kept drafts and keys beside the chat.
struct MovingTests {
    private let chat = TemporaryFile()
    private let ledger = TemporaryFile()
    private let clock = ManualClock()
    private let alice = UserID.random()
    private let bob = UserID.random()
    private let group = ConversationID.random()
    private let message = MessageID.random()

    init() throws {
        do {
            let database = try Database(
                .file(chat.path),
                migrations: Migrations([.script(Schema.first), .script(Schema.search, then: Schema.fillSearch)]))
            try database.writeNow { connection in
                for (id, alias) in [(alice, "alice"), (bob, "bob")] {
                    try connection.run(
                        "INSERT INTO users (id, alias, name, created_at) VALUES (?, ?, ?, 0)", id.description, alias,
                        alias)
                }
                try connection.run(
                    "INSERT INTO conversations (id, kind, name, created_at) VALUES (?, 'group', '縁側', 0)",
                    group.description)
                for id in [alice, bob] {
                    try connection.run(
                        """
                        INSERT INTO participants (id, conversation, user, role, joined_at) VALUES (?, ?, ?, 'member', 0)
                        """, ParticipantID.random().description, group.description, id.description)
                }
                try connection.run(
                    """
                    INSERT INTO messages (id, conversation, position, kind, user, text, created_at)
                    VALUES (?, ?, 1, 'text', ?, 'hello', ?)
                    """, message.description, group.description, alice.description, clock.now.milliseconds)
            }
        }
        var connection = try Connection(.file(ledger.path))
        try connection.execute(
            """
            CREATE TABLE draft (
                user_id TEXT NOT NULL,
                conversation_id TEXT NOT NULL,
                text TEXT NOT NULL,
                updated_at INTEGER NOT NULL,
                PRIMARY KEY (user_id, conversation_id)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE sending (
                key BLOB PRIMARY KEY,
                message_id TEXT,
                began_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sending_by_message ON sending (message_id);
            CREATE INDEX sending_by_beginning ON sending (began_at);
            PRAGMA user_version = 1;
            """)
        try draft("half a thought", of: alice, in: group, &connection)
        try draft("of another chat", of: alice, in: .random(), &connection)
        try sent("hello", as: message, &connection)
        try sent("of another chat", as: .random(), &connection)
    }

    private func draft(
        _ text: String, of user: UserID, in conversation: ConversationID, _ connection: inout Connection
    ) throws {
        try connection.run(
            "INSERT INTO draft (user_id, conversation_id, text, updated_at) VALUES (?, ?, ?, 1)", user.description,
            conversation.description, text)
    }

    /// As the version before wrote it.
    private func sent(_ text: String, as message: MessageID, _ connection: inout Connection) throws {
        try connection.run(
            "INSERT INTO sending (key, message_id, began_at) VALUES (?, ?, ?)",
            SHA256.hash(Array("\(alice)\n\(group)\nform-1\n\(text)".utf8)), message.description,
            clock.now.milliseconds)
    }

    private func opened() throws -> ChatStore {
        let store = try ChatStore(.file(path: chat.path), clock: clock.clock)
        try store.moveSending(from: ledger.path)
        return store
    }

    private func count(of table: String) throws -> Int64? {
        var connection = try Connection(.file(ledger.path))
        return try connection.row("SELECT count(*) FROM \(table)") { $0.integer(0) }
    }

    @Test func `drafts go on, and come back no more when they were sent`() async throws {
        do {
            let store = try opened()
            #expect(try store.drafts.drafts(of: alice) == [group: "half a thought"])
            #expect(try store.drafts.drafts(of: bob) == [:])
            _ = try await store.send(
                NewMessage(conversation: group, sender: alice, text: try MessageText("a thought")), key: .random())
        }
        #expect(try opened().drafts.drafts(of: alice) == [:])
        // What is of another chat waits for that chat.
        #expect(try count(of: "draft") == 1)
        #expect(try count(of: "sending") == 1)
    }

    @Test func `a form that was sent before is not sent again`() async throws {
        let new = NewMessage(conversation: group, sender: alice, text: try MessageText("hello"))
        for _ in 0..<2 {
            let outcome = try await opened().send(new, key: try #require(FormKey("form-1")))
            #expect(outcome.message?.id == message)
            guard case .repeated = outcome else {
                Issue.record("sent again")
                return
            }
        }
    }

    @Test func `keys that are older than a day are forgotten`() async throws {
        clock.advance(by: SendKey.memory + .seconds(1))
        _ = try opened()
        #expect(try count(of: "sending") == 1)
        let new = NewMessage(conversation: group, sender: alice, text: try MessageText("hello"))
        guard case .sent = try await opened().send(new, key: try #require(FormKey("form-1"))) else {
            Issue.record("the key is remembered for ever")
            return
        }
    }

    @Test func `any number of drafts is moved`() async throws {
        let conversations = (0..<1_200).map { _ in ConversationID.random() }
        do {
            var old = try Connection(.file(ledger.path))
            var new = try Connection(.file(chat.path))
            for id in conversations {
                try new.run(
                    "INSERT INTO conversations (id, kind, created_at) VALUES (?, 'direct', 0)", id.description)
                try new.run(
                    "INSERT INTO participants (id, conversation, user, role, joined_at) VALUES (?, ?, ?, 'member', 0)",
                    ParticipantID.random().description, id.description, bob.description)
                try draft("\(id)", of: bob, in: id, &old)
            }
        }
        #expect(try opened().drafts.drafts(of: bob).count == conversations.count)
        #expect(try count(of: "draft") == 1)
    }
}
