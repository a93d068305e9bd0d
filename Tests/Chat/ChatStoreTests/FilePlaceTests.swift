import Chat
import ChatRecords
import Files
import Foundation
import ObjectServer
import RepositoryBehaviour
import S3
import SQLite
import Testing

@testable import ChatStore

@Suite("The place of the files of messages, which the database knows")
struct FilePlaceTests {
    private func newBucket() async throws -> S3Contents { S3Contents(try await ObjectServer.shared().bucket()) }

    @Test func `a new bucket gets a name that the database knows, and another one is refused`() async throws {
        let chat = try await ChatOnStore()
        #expect(try KnownFilePlace(ofDatabase: chat.file.path) == nil)
        for _ in 0..<2 { try await chat.files.claim() }
        let identity = try #require(try await chat.contents.identity())
        let known = try #require(try KnownFilePlace(ofDatabase: chat.file.path))
        #expect(known.identity == identity && known.location == chat.contents.description)
        _ = try await chat.upload("a")
        let other = try await newBucket()
        await #expect(throws: ForeignFiles(.store, .other(than: identity))) { try await chat.reopened(other).claim() }
        try await other.identify(as: "other")
        await #expect(throws: ForeignFiles(.store, .other(than: identity))) { try await chat.reopened(other).claim() }
        #expect(try KnownFilePlace(ofDatabase: chat.file.path) == known)
    }

    @Test func `a bucket of another database is refused`() async throws {
        let (chat, other) = (try await ChatOnStore(), try await ChatOnStore())
        try await chat.files.claim()
        await #expect(throws: ForeignFiles(.store, .ofAnother)) { try await other.reopened(chat.contents).claim() }
    }

    @Test func `a bucket where nothing can be kept is refused`() async throws {
        let location = try #require(S3Location("s3://no-such-bucket"))
        let server = try await ObjectServer.shared()
        let nowhere = S3Contents(S3Bucket(location, at: server.endpoint, .standard, ObjectServer.key))
        let chat = try await ChatOnStore()
        let error = await #expect(throws: ChatError.self) { try await chat.reopened(nowhere).claim() }
        guard case .notWritable(let details) = error?.reason else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(details.contains("there is no such bucket"))
    }

    @Test func `the objects may be moved to another bucket`() async throws {
        let chat = try await ChatOnStore()
        try await chat.files.claim()
        let attachment = try await chat.upload("moved")
        let other = try await newBucket()
        let new = try chat.arrived("moved")
        try await other.put(new.path, as: try chat.hash("moved"), bytes: new.bytes)
        let later = try chat.reopened(other)
        try await later.claim()
        #expect(try await other.identity() == chat.contents.identity())
        #expect(try KnownFilePlace(ofDatabase: chat.file.path)?.location == other.description)
        #expect(try await chat.read(attachment, by: later) == "moved")
    }

    @Test func `a folder takes the place of a bucket, and a bucket that of a folder, when all contents are there`()
        async throws
    {
        let (chat, scratch) = (try await ChatOnStore(), ScratchFolder())
        try await chat.files.claim()
        for content in ["1", "22"] { _ = try await chat.send(try await chat.upload(content)) }
        let folder = try ContentFolder(scratch.path)
        func inFolder() throws -> StoredFiles {
            let store = try ChatStore(
                .file(path: chat.file.path), files: FileKeeping(folder, limits: FileLimits()), clock: chat.clock.clock)
            return try #require(store.files)
        }
        let missing = await #expect(throws: MissingFiles.self) { try await inFolder().claim() }
        #expect(missing?.contents == 2 && missing?.missing == 2)
        #expect(missing?.place == chat.contents.description)
        for content in ["1", "22"] {
            let new = try NewFile.arrived(in: folder.incoming, content, content)
            try folder.place(new.path, as: try chat.hash(content))
        }
        try await inFolder().claim()
        #expect(try KnownFilePlace(ofDatabase: chat.file.path) == nil)
        try await inFolder().claim()

        let other = try await newBucket()
        let back = await #expect(throws: MissingFiles.self) { try await chat.reopened(other).claim() }
        #expect(back?.contents == 2 && back?.missing == 2 && back?.place == nil)
        #expect(try await other.identity() == nil)
        for content in ["1", "22"] {
            try await other.put(
                folder.path(of: try chat.hash(content)), as: try chat.hash(content), bytes: Int64(content.utf8.count))
        }
        try await chat.reopened(other).claim()
        #expect(try KnownFilePlace(ofDatabase: chat.file.path)?.location == other.description)
    }

    @Test func `a database of the version before is brought up to date, and its files stay in the folder`() async throws
    {
        let (file, scratch) = (TemporaryFile(), ScratchFolder())
        let folder = try ContentFolder(scratch.path)
        func open() throws -> ChatStore {
            try ChatStore(.file(path: file.path), files: FileKeeping(folder, limits: FileLimits()), clock: .system)
        }
        let alice = try await open().register(.named("alice"))
        let attachment = try await #require(try open().files).add(
            try .arrived(in: folder.incoming, "a", "a"), of: alice.id)
        var connection = try Connection(.file(file.path))
        try connection.execute(
            """
            DROP TRIGGER reactions_are_counted; DROP TRIGGER removed_reactions_are_counted;
            ALTER TABLE messages DROP COLUMN reacted;
            DROP TRIGGER replies_are_counted; DROP TRIGGER deleted_replies_are_counted;
            DROP INDEX threads_by_root; DROP INDEX threads_of_group;
            ALTER TABLE messages DROP COLUMN replies; ALTER TABLE conversations DROP COLUMN root;
            ALTER TABLE conversations DROP COLUMN parent; ALTER TABLE conversations DROP COLUMN has_threads;
            DROP TABLE file_place; DROP TABLE content_deletions; DROP TABLE message_versions;
            DROP TRIGGER mark_set; DROP TRIGGER mark_moved; DROP TRIGGER reader_left_or_returned;
            DROP INDEX readers;
            ALTER TABLE read_marks DROP COLUMN sent_at;
            ALTER TABLE read_marks DROP COLUMN position; ALTER TABLE users DROP COLUMN hides_reading;
            DROP TABLE pins; DROP TABLE invites; ALTER TABLE conversations DROP COLUMN pinned;
            ALTER TABLE conversations DROP COLUMN description; ALTER TABLE conversations DROP COLUMN admins_only;
            ALTER TABLE participants DROP COLUMN banned; DROP INDEX open_groups;
            ALTER TABLE conversations DROP COLUMN is_open; DROP TABLE pictures;
            ALTER TABLE conversations DROP COLUMN picture;
            ALTER TABLE messages DROP COLUMN edited_at; PRAGMA user_version = 14
            """)
        #expect(try KnownFilePlace(ofDatabase: file.path) == nil)
        let files = try #require(try open().files)
        try await files.claim()
        #expect(try connection.row("PRAGMA user_version") { $0.integer(0) } == 25)
        #expect(try await files.file(attachment.id, as: alice.id).attachment == attachment)
        try await files.sweepAll()
        #expect(try FileCheck(ofDatabase: file.path, in: folder) == FileCheck(contents: 1))
    }
}
