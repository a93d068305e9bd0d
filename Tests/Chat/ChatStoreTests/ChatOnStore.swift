import Chat
import ChatRecords
import Cryptography
import Files
import Foundation
import ObjectServer
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

/// A chat in a SQLite database, with its files in a bucket of a real store, and a person with a group.
struct ChatOnStore {
    let file = TemporaryFile()
    private let caches = ScratchFolder()
    let clock = ManualClock()
    let contents: ContentsInTest
    let store: ChatStore
    let files: StoredFiles
    let alice: User
    let group: Conversation

    init() async throws {
        contents = ContentsInTest(try await ObjectServer.shared().bucket(prefix: "files"))
        store = try Self.open(file, contents, cache: "\(caches.path)/first", clock)
        files = try #require(store.files)
        alice = try await store.register(.named("alice"))
        group = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id)
    }

    private static func open(
        _ file: TemporaryFile, _ contents: any ContentStore, cache: String, _ clock: ManualClock
    ) throws -> ChatStore {
        // As a start of the site makes it.
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        _ = try ContentFolder(cache)
        return try ChatStore(
            .file(path: file.path),
            files: FileKeeping(.store(contents, cache: try FetchedContents(cache)), limits: FileLimits()),
            clock: clock.clock)
    }

    /// The same chat as another process has it, after this one has ended.
    func reopened(_ place: (any ContentStore)? = nil, cache: String = "second") throws -> StoredFiles {
        try #require(
            try Self.open(file, place ?? contents, cache: "\(caches.path)/\(cache)", clock).files)
    }

    func arrived(_ content: String) throws -> NewFile { try .arrived(in: files.incoming, content, content) }

    func upload(_ content: String) async throws -> Chat.Attachment {
        try await files.add(try arrived(content), of: alice.id)
    }

    func send(_ attachment: Chat.Attachment) async throws -> Message {
        try await store.send(
            NewMessage(conversation: group.id, sender: alice.id, text: .none, files: [attachment.id]))
    }

    func delete(_ message: Message) async throws { try await store.delete(message.id, in: group.id, as: alice.id) }

    /// The content of a file as it is read.
    func read(_ attachment: Chat.Attachment, by files: StoredFiles? = nil) async throws -> String {
        let files = files ?? self.files
        let file = try await files.file(attachment.id, as: alice.id)
        try await files.fetch(file, as: alice.id)
        return try String(contentsOfFile: file.path, encoding: .utf8)
    }

    func hash(_ content: String) throws -> ContentHash {
        try #require(ContentHash(SHA256.hash(Array(content.utf8))))
    }

    /// Deletes rows as an operator's command does, which does not know where contents are.
    func deleteRows() async throws {
        try await store.write { connection in try connection.run("DELETE FROM files") }
    }

    /// Notes that a content began to be deleted now, by a process that was killed since.
    func noteDeletion(of content: String) async throws {
        let (hash, now) = (try hash(content), clock.now.milliseconds)
        try await store.write { connection in
            try connection.run("INSERT INTO content_deletions VALUES (?, ?)", hash.bytes, now)
        }
    }

    var notedDeletions: Int {
        get throws {
            try store.read { connection in
                try connection.row("SELECT count(*) FROM content_deletions") { Int($0.integer(0)) } ?? 0
            }
        }
    }

    /// The time after which a deletion that was not answered is certainly over.
    var longestDeletion: Duration { contents.longestDeletion + RemoteContents.margin + .milliseconds(1) }

    func checkNow() async throws -> FileCheck { try await FileCheck(ofDatabase: file.path, in: contents) }

    /// Compares rows and contents, after all is deleted that nothing refers to any more: nobody waits for that.
    func check() async throws -> FileCheck {
        try await store.dropReleased()
        let end = ContinuousClock.now + .seconds(20)
        var check = try await checkNow()
        while !check.unreferenced.isEmpty, ContinuousClock.now < end { check = try await checkNow() }
        return check
    }
}
