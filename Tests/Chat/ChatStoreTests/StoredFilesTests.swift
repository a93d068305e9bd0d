import Chat
import ChatRecords
import Concurrency
import Cryptography
import Files
import Foundation
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

/// The files of messages, and their contents in the folder.
struct StoredFilesTests {
    private let file = TemporaryFile()
    private let scratch = ScratchFolder()
    private let clock = ManualClock()
    private let folder: ContentFolder
    private let store: ChatStore
    private let files: StoredFiles
    private let alice: User
    private let bob: User
    private let group: Conversation

    init() async throws {
        folder = try ContentFolder(scratch.path)
        store = try ChatStore(
            .file(path: file.path), files: ChatStore.FileKeeping(folder, limits: FileLimits()), clock: clock.clock)
        files = try #require(store.files)
        alice = try await store.register(.named("alice"))
        bob = try await store.register(.named("bob"))
        group = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    @Test("the store keeps files", arguments: FileBehaviour.all)
    func storeKeepsFiles(_ behaviour: FileBehaviour) async throws {
        let (file, scratch, clock) = (TemporaryFile(), ScratchFolder(), ManualClock())
        let folder = try ContentFolder(scratch.path)
        let store = try ChatStore(
            .file(path: file.path), files: ChatStore.FileKeeping(folder, limits: FileBehaviour.limits),
            clock: clock.clock)
        let files = try #require(store.files)
        try await behaviour.verify(store.repositories, store, files, clock) { name, content in
            try folder.arrived(name, content)
        }
        // Whatever was done, a row has its content, and a content its row.
        #expect(try FileCheck(ofDatabase: file.path, in: folder) == FileCheck(contents: try store.countOfContents()))
    }

    @Test func `kept again under its id, the same content is one file, also after it was sent`() async throws {
        func add(_ id: FileID, _ content: String, _ person: User) async throws -> Chat.Attachment {
            let new = try folder.arrived("a.txt", content)
            return try await files.add(
                NewFile(id: id, name: new.name, type: new.type, path: new.path, bytes: new.bytes, hash: new.hash),
                of: person.id)
        }
        let id = FileID.random()
        let first = try await add(id, "same", alice)
        #expect(try await add(id, "same", alice) == first)
        let message = try await send(first)
        #expect(try await add(id, "same", alice) == first)
        #expect(message.attachments == [first])
        #expect(try store.countOfContents() == 1)
        await #expect(throws: ChatError.self) { try await add(id, "other", alice) }
        await #expect(throws: ChatError.self) { try await add(id, "same", bob) }
    }

    private func upload(_ name: String, _ content: String, as person: User? = nil) async throws -> Chat.Attachment {
        try await files.add(try folder.arrived(name, content), of: (person ?? alice).id)
    }

    private func send(_ attachments: Chat.Attachment..., as person: User? = nil) async throws -> Message {
        try await store.send(
            NewMessage(
                conversation: group.id, sender: (person ?? alice).id, text: .none, files: attachments.map(\.id)))
    }

    private func hash(_ content: String) throws -> ContentHash {
        try #require(ContentHash(SHA256.hash(Array(content.utf8))))
    }

    private func check() throws -> FileCheck { try FileCheck(ofDatabase: file.path, in: folder) }

    @Test func `a file that has arrived is moved into the folder, and its name is gone`() async throws {
        let new = try folder.arrived("a.txt", "hello")
        let attachment = try await files.add(new, of: alice.id)
        #expect(!FileManager.default.fileExists(atPath: new.path))
        let found = try await files.file(attachment.id, as: alice.id)
        #expect(found.path == folder.path(of: try hash("hello")))
        #expect(found.hash == new.hash)
        #expect(try String(contentsOfFile: found.path, encoding: .utf8) == "hello")
    }

    @Test func `a file that is refused leaves neither its name nor a content`() async throws {
        let new = try folder.arrived("a", "hello")
        await #expect(throws: ChatError(.notFound, during: "add")) { try await files.add(new, of: .random()) }
        #expect(!FileManager.default.fileExists(atPath: new.path))
        #expect(!folder.has(try hash("hello")))
    }

    @Test func `a file is refused where the disk is nearly full, and a message is not`() async throws {
        let full = try ContentFolder(scratch.path, reserve: UInt64(Int64.max))
        let store = try ChatStore(
            .file(path: file.path), files: ChatStore.FileKeeping(full, limits: FileLimits()), clock: clock.clock)
        let files = try #require(store.files)
        let refusal = await #expect(throws: ChatError.self) {
            try await files.add(try folder.arrived("a", "hello"), of: alice.id)
        }
        #expect(refusal?.reason == .quotaExceeded(.disk))
        _ = try await store.send(
            NewMessage(conversation: group.id, sender: alice.id, text: try MessageText("hello")))
    }

    @Test func `a content stays as long as a message has it`() async throws {
        let first = try await send(try await upload("a", "same"))
        let second = try await send(try await upload("b", "same", as: bob), as: bob)
        try await store.delete(first.id, in: group.id, as: alice.id)
        #expect(folder.has(try hash("same")))
        #expect(try await files.file(second.attachments[0].id, as: alice.id).attachment.name.description == "b")
        try await store.delete(second.id, in: group.id, as: bob.id)
        #expect(!folder.has(try hash("same")))
        #expect(try check() == FileCheck())
    }

    @Test func `what was not sent is deleted after its time, and what was sent stays`() async throws {
        let sent = try await send(try await upload("sent", "1"))
        let old = try await upload("old", "2")
        clock.advance(by: FileLimits.unsentMemory - .milliseconds(1))
        let young = try await upload("young", "3")
        try await files.sweep()
        #expect(try await files.file(old.id, as: alice.id).attachment == old)
        clock.advance(by: .milliseconds(1))
        try await files.sweep()
        await #expect(throws: ChatError(.notFound, during: "file(_:as:)")) {
            try await files.file(old.id, as: alice.id)
        }
        #expect(!folder.has(try hash("2")))
        for attachment in [sent.attachments[0], young] {
            let found = try await files.file(attachment.id, as: alice.id)
            #expect(FileManager.default.fileExists(atPath: found.path))
        }
    }

    @Test func `more than one transaction deletes are deleted by one sweep`() async throws {
        for number in 0...(2 * StoredFiles.sweptAtOnce) { _ = try await upload("a", "\(number)") }
        clock.advance(by: FileLimits.unsentMemory)
        try await files.sweep()
        #expect(try check() == FileCheck())
    }

    @Test func `a content that a crash has left without a row is deleted at the next start`() async throws {
        let kept = try await send(try await upload("kept", "kept"))
        let left = try folder.arrived("left", "left")
        try folder.place(left.path, as: try hash("left"))
        #expect(try check() == FileCheck(contents: 1, unreferenced: [try hash("left").description]))
        try await files.sweepAll()
        #expect(!folder.has(try hash("left")))
        #expect(try check() == FileCheck(contents: 1))
        #expect(FileManager.default.fileExists(atPath: try await files.file(kept.attachments[0].id, as: bob.id).path))
    }

    @Test func `a row whose content is lost, or of another size, is found`() async throws {
        _ = try await send(try await upload("a", "1"), try await upload("b", "22"))
        try Data("longer".utf8).write(to: URL(filePath: folder.path(of: try hash("22"))))
        _ = try folder.retire(try hash("1"))
        #expect(
            Set(try check().damaged) == [
                "\(try hash("1")) (a) is missing", "\(try hash("22")) (b) has 6 bytes instead of 2",
            ])
        #expect(try check().contents == 2)
    }

    @Test func `what is deleted during a check is not lost, and what is sent during it is no rest`() async throws {
        let message = try await send(try await upload("a", "1"))
        let left = try folder.arrived("b", "2")
        let content = try hash("2")
        try folder.place(left.path, as: content)
        let found = try FileCheck(ofDatabase: file.path, in: folder) {
            try store.writeNow { connection in
                try connection.delete(message.id, at: clock.now)
                try connection.run(
                    """
                    INSERT INTO files (id, hash, name, type, bytes, user, uploaded_at)
                    VALUES ('00000000-0000-4000-8000-000000000009', ?, 'b', 'a/b', 1, ?, 1)
                    """, content.bytes, alice.id.description)
            }
            _ = try folder.retire(try hash("1"))
        }
        #expect(found == FileCheck())
    }

    @Test func `rows that another process has deleted are followed by their contents`() async throws {
        let message = try await send(try await upload("a", "1"))
        let other = try ChatStore(.file(path: file.path), clock: clock.clock)
        #expect(other.files == nil)
        #expect(
            try await other.repositories.messages.find([message.id], in: group.id, as: bob.id) == [message.id: message])
        try await other.delete(message.id, in: group.id, as: alice.id)
        #expect(folder.has(try hash("1")))
        try await files.sweep()
        #expect(!folder.has(try hash("1")))
    }

    /// Uploads of one content, while it is deleted again and again.
    @Test func `a sweep takes no content from a file that is being uploaded`() async throws {
        let content = "wanted by many"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        let attachment = try await upload("\(number)", content)
                        let found = try await files.file(attachment.id, as: alice.id)
                        #expect(FileManager.default.fileExists(atPath: found.path))
                        try await files.discard(attachment.id, of: alice.id)
                    }
                }
            }
            for _ in 0..<2 { group.addTask { for _ in 0..<5 { try await files.sweepContents() } } }
            try await group.waitForAll()
        }
        #expect(try check() == FileCheck())
    }

    @Test func `a content that was taken away before its row was written is put there again`() async throws {
        let content = try hash("raced")
        var times = 0
        let attachment = try await files.add(try folder.arrived("a", "raced"), of: alice.id) {
            times += 1
            guard times < StoredFiles.placingAttempts else { return }
            // Another process deletes the last message that had it.
            await #expect(throws: Never.self) { try await store.release([content]) }
            #expect(!folder.has(content))
        }
        #expect(times == StoredFiles.placingAttempts)
        #expect(FileManager.default.fileExists(atPath: try await files.file(attachment.id, as: alice.id).path))
        #expect(try check() == FileCheck(contents: 1))
    }

    @Test func `a content that is taken away again and again is refused`() async throws {
        let content = try hash("raced")
        let error = await #expect(throws: ChatError.self) {
            try await files.add(try folder.arrived("a", "raced"), of: alice.id) { try? await store.release([content]) }
        }
        #expect(error?.reason == .overloaded)
        #expect(try check() == FileCheck())
    }

    @Test func `what one person's files take is read, not counted`() async throws {
        for number in 0..<3 { _ = try await send(try await upload("a", "\(number)")) }
        var connection = try Connection(.file(file.path))
        let plan = try connection.rows("EXPLAIN QUERY PLAN SELECT bytes FROM file_totals WHERE user = 'a'") {
            $0.text(3)
        }
        #expect(plan == ["SEARCH file_totals USING PRIMARY KEY (user=?)"])
        let totals = try connection.rows("SELECT user, bytes, files FROM file_totals ORDER BY user") {
            "\($0.text(0)) \($0.integer(1)) \($0.integer(2))"
        }
        #expect(totals == [" 3 3", "\(alice.id) 3 3"])
    }

    @Test(arguments: [
        (
            """
            SELECT name FROM files WHERE conversation = '' AND sent_at BETWEEN 1 AND 2 AND message IS NOT NULL
            ORDER BY conversation, sent_at, ordinal
            """, "SEARCH files USING INDEX files_in_order (conversation=? AND sent_at>? AND sent_at<?)"
        ),
        (
            """
            SELECT name FROM files WHERE conversation = '' AND sent_at < 2 AND message IS NOT NULL
            ORDER BY conversation DESC, sent_at DESC, ordinal DESC LIMIT 3
            """, "SEARCH files USING INDEX files_in_order (conversation=? AND sent_at<?)"
        ),
        (
            "SELECT number FROM files WHERE message IS NULL AND uploaded_at <= 1 ORDER BY uploaded_at LIMIT 3",
            "SEARCH files USING INDEX unsent_files (uploaded_at<?)"
        ),
        ("SELECT 1 FROM files WHERE hash = x'00' LIMIT 1", "SEARCH files USING COVERING INDEX files_by_hash (hash=?)"),
    ])
    func `files are found by an index`(query: String, plan: String) throws {
        var connection = try Connection(.file(file.path))
        let found = try connection.rows("EXPLAIN QUERY PLAN \(query)") { $0.text(3) }
        #expect(found == [plan])
    }

    @Test func `a page of messages without files does not look for any`() async throws {
        let plain = try await store.send(
            NewMessage(conversation: group.id, sender: alice.id, text: try MessageText("plain")))
        var connection = try Connection(.file(file.path))
        try connection.execute("DROP TABLE files")
        #expect(try store.messages(in: group.id, as: bob.id, before: nil, limit: 1) == [plain])
    }
}

extension ContentFolder {
    /// A file as it is when it has arrived.
    fileprivate func arrived(_ name: String, _ content: String) throws -> NewFile {
        try .arrived(in: incoming, name, content)
    }
}

extension ChatStore {
    fileprivate func countOfContents() throws -> Int {
        try read { connection in
            try connection.row("SELECT count(DISTINCT hash) FROM files") { Int($0.integer(0)) } ?? 0
        }
    }
}
