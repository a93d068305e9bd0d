import Chat
import ChatRecords
import Files
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQL
@testable import PostgreSQLChat

@Suite("A PostgreSQL database of a version that knew no files")
struct EarlierVersionTests {
    private static let stepsBeforeFiles = 5
    private let alice = UserID("00000000-0000-4000-8000-000000000001")!
    private let room = ConversationID("00000000-0000-4000-8000-000000000002")!
    private let message = MessageID("00000000-0000-4000-8000-000000000003")!
    /// How a process of that version deletes a message.
    private let deletion = """
        UPDATE messages SET text = NULL, folded = NULL, deleted_at = 5
        WHERE id = '00000000-0000-4000-8000-000000000003'
        """

    private func earlier() async throws -> TestDatabase {
        let place = try await TestDatabase()
        try await Migrations(Schema.migrations.part, Array(Schema.migrations.steps.prefix(Self.stepsBeforeFiles)))
            .apply(to: place.database)
        _ = try await place.database.run([
            Query(
                "INSERT INTO users (id, alias, name, folded, created_at) VALUES ($1, 'alice', 'Alice', 'alice alice', 1)",
                alice.description),
            Query(
                """
                INSERT INTO conversations (id, kind, name, created_at, last_position, last_at)
                VALUES ($1, 'group', 'room', 1, 1, 2)
                """, room.description),
            Query(
                """
                INSERT INTO participants (id, conversation_id, user_id, role, joined_at)
                VALUES (gen_random_uuid(), $1, $2, 'member', 1)
                """, room.description, alice.description),
            Query(
                """
                INSERT INTO messages (id, conversation_id, position, kind, user_id, text, folded, created_at)
                VALUES ($1, $2, 1, 'text', $3, 'before', 'before', 2)
                """, message.description, room.description, alice.description),
        ])
        return place
    }

    @Test func `goes on with files, and with what was said before`() async throws {
        let (place, scratch) = (try await earlier(), ScratchFolder())
        #expect(try await PostgreSQLChatStore.migrate(place.database) == Self.stepsBeforeFiles)
        let folder = try ContentFolder(scratch.path)
        let store = PostgreSQLChatStore(place.database, files: FileKeeping(.folder(folder), limits: FileLimits()))
        let files = try #require(store.files)
        let file = try await files.add(try .arrived(in: folder.incoming, "plan.pdf", "1"), of: alice)
        let sent = try await store.send(
            NewMessage(conversation: room, sender: alice, text: .none, files: [file.id]))
        let read = try await store.messages(in: room, as: alice, before: nil, limit: 5)
        #expect(read.map(\.id) == [sent.id, message])
        #expect(read.map(\.attachments) == [[file], []])
        #expect(read[1].text == "before")
    }

    @Test func `a process of that version goes on with the new tables, and the files of what it deletes are gone`()
        async throws
    {
        let (place, scratch) = (try await earlier(), ScratchFolder())
        try await PostgreSQLChatStore.migrate(place.database)
        let folder = try ContentFolder(scratch.path)
        let store = PostgreSQLChatStore(place.database, files: FileKeeping(.folder(folder), limits: FileLimits()))
        let files = try #require(store.files)
        // A message that has one already, whatever became of it.
        _ = try await files.add(try .arrived(in: folder.incoming, "a", "1"), of: alice)
        _ = try await place.database.run([
            Query("UPDATE messages SET files = 1"),
            Query(
                "UPDATE files SET message_id = $1, conversation_id = $2, sent_at = 2, ordinal = 0",
                message.description, room.description),
            Query(deletion),
        ])
        #expect(try await place.values("SELECT count(*) FROM files") == ["0"])
        try await files.sweep()
        #expect(try await FileCheck(of: store, in: folder) == FileCheck())
    }
}
