import Chat
import ChatRecords
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

struct FiguresTests {
    private let file = TemporaryFile()
    private let clock = ManualClock()

    @Test("the texts of the version before are counted when it is brought up to date")
    func migration() async throws {
        do {
            let store = try ChatStore(.file(path: file.path), clock: clock.clock)
            try #require(try SampleWorld.seed(store))
            try store.writeNow { connection in
                try connection.execute(
                    """
                    DROP TRIGGER reactions_are_counted; DROP TRIGGER removed_reactions_are_counted;
                    ALTER TABLE messages DROP COLUMN reacted;
                    DROP TRIGGER replies_are_counted; DROP TRIGGER deleted_replies_are_counted;
                    DROP INDEX threads_by_root; DROP INDEX threads_of_group;
                    ALTER TABLE messages DROP COLUMN replies; ALTER TABLE conversations DROP COLUMN root;
                    ALTER TABLE conversations DROP COLUMN parent; ALTER TABLE conversations DROP COLUMN has_threads;
                    DROP TRIGGER texts_are_counted; DROP TABLE message_counts; DROP INDEX people_by_time;
                    ALTER TABLE draft DROP COLUMN reply_to; DROP TABLE files; DROP TABLE file_totals;
                    DROP TABLE released_contents; DROP TABLE file_place; DROP TABLE content_deletions;
                    ALTER TABLE messages DROP COLUMN files; DROP TABLE message_versions;
                    DROP TRIGGER mark_set; DROP TRIGGER mark_moved; DROP TRIGGER reader_left_or_returned;
                    DROP INDEX readers;
                    ALTER TABLE read_marks DROP COLUMN sent_at;
                    ALTER TABLE read_marks DROP COLUMN position; ALTER TABLE users DROP COLUMN hides_reading;
                    DROP TABLE pins; DROP TABLE invites; ALTER TABLE conversations DROP COLUMN pinned;
                    ALTER TABLE conversations DROP COLUMN description;
                    ALTER TABLE conversations DROP COLUMN admins_only;
                    ALTER TABLE participants DROP COLUMN banned; DROP INDEX open_groups;
                    ALTER TABLE conversations DROP COLUMN is_open; DROP TABLE pictures;
                    ALTER TABLE conversations DROP COLUMN picture;
                    ALTER TABLE messages DROP COLUMN edited_at; PRAGMA user_version = 11;
                    """)
            }
        }
        let store = try ChatStore(.file(path: file.path), clock: clock.clock)
        let counted = try store.read { try $0.row("SELECT sum(messages) FROM message_counts") { $0.integer(0) } }
        let texts = try store.read {
            try $0.row("SELECT count(*) FROM messages WHERE kind = 'text'") { $0.integer(0) }
        }
        #expect(counted == texts && counted ?? 0 > 100)
    }

    @Test("no message and no person is read to count them")
    func plans() throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        let plans = try store.read { connection in
            try [ChatFigures.newPeopleQuery, ChatFigures.newMessagesQuery].map { query in
                try connection.rows("EXPLAIN QUERY PLAN \(query)", Int64(0)) { $0.text(3) }
            } + [connection.rows("EXPLAIN QUERY PLAN \(ChatFigures.peopleQuery)") { $0.text(3) }]
        }
        #expect(
            plans == [
                [
                    "SEARCH users USING COVERING INDEX people_by_time (created_at>?)",
                    "USE TEMP B-TREE FOR GROUP BY",
                ],
                ["SEARCH message_counts USING INTEGER PRIMARY KEY (rowid>?)"],
                ["SCAN users USING COVERING INDEX people_by_time"],
            ])
    }
}
