import Chat
import ChatRecords
import Concurrency
import Eventually
import Files
import Foundation
import ObjectServer
import RepositoryBehaviour
import S3
import SQLite
import Testing

@testable import ChatStore

@Suite("The files of messages of a SQLite database, in a bucket of a real store")
struct StoreContentsTests {
    @Test("the store keeps files", arguments: FileBehaviour.all)
    func storeKeepsFiles(_ behaviour: FileBehaviour) async throws {
        let (file, scratch, clock) = (TemporaryFile(), ScratchFolder(), ManualClock())
        let contents = S3Contents(try await ObjectServer.shared().bucket())
        let incoming = try ContentFolder(scratch.path).incoming
        let store = try ChatStore(
            .file(path: file.path),
            files: FileKeeping(
                .store(contents, cache: try FetchedContents(scratch.path)), limits: FileBehaviour.limits),
            clock: clock.clock)
        let files = try #require(store.files)
        try await behaviour.verify(store.repositories, store, files, clock) { name, content in
            try .arrived(in: incoming, name, content)
        }
        // Whatever was done, a row has its content, and a content its row.
        let count = try store.read { connection in
            try connection.row("SELECT count(DISTINCT hash) FROM files") { Int($0.integer(0)) } ?? 0
        }
        try await eventually {
            try await FileCheck(ofDatabase: file.path, in: contents) == FileCheck(contents: count)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
    }

    @Test func `a file is read without asking the store, fetched once after a restart, and deleted with its message`()
        async throws
    {
        let chat = try await ChatOnStore()
        let attachment = try await chat.upload("meow")
        let sent = try await chat.send(attachment)
        #expect(try await chat.read(attachment) == "meow")
        #expect(chat.contents.state.withLock { $0.fetches } == 0)
        let later = try chat.reopened()
        for _ in 0..<3 { #expect(try await chat.read(attachment, by: later) == "meow") }
        #expect(chat.contents.state.withLock { $0.fetches } == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: chat.files.incoming) == [])
        try await chat.delete(sent)
        #expect(try await chat.check() == FileCheck())
        #expect(try chat.notedDeletions == 0)
    }

    @Test func `the same content is sent to the store once, and stays as long as a message has it`() async throws {
        let chat = try await ChatOnStore()
        var sent: [Message] = []
        for _ in 0..<3 { sent.append(try await chat.send(try await chat.upload("same"))) }
        #expect(chat.contents.state.withLock { $0.puts } == 1)
        for message in sent {
            #expect(try await chat.check() == FileCheck(contents: 1))
            try await chat.delete(message)
        }
        #expect(try await chat.check() == FileCheck())
    }

    @Test func `a content that is added and deleted again and again is there for those who have it`() async throws {
        let chat = try await ChatOnStore()
        let hash = try chat.hash("wanted by many")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<6 {
                        let message = try await chat.send(try await chat.upload("wanted by many"))
                        #expect(try await chat.contents.size(of: hash) == 14)
                        try await chat.delete(message)
                    }
                }
            }
            group.addTask { for _ in 0..<3 { try await chat.files.sweepAll() } }
            try await group.waitForAll()
        }
        #expect(try await chat.check() == FileCheck())
    }

    @Test func `a file that is added while its content is deleted waits, and is sent to the store again`() async throws
    {
        let chat = try await ChatOnStore()
        _ = try await chat.upload("back")
        try await chat.deleteRows()
        let held = chat.contents.holdingDeletions()
        let files = try chat.reopened(held)
        let deletion = Task { try await files.store.dropReleased() }
        try await eventually { held.deleting.waiting == 1 }
        let upload = Task { try await files.add(try chat.arrived("back"), of: chat.alice.id) }
        try await eventually { files.store.contentTurns.waiting == 2 }
        held.deleting.open()
        try await deletion.value
        _ = try await upload.value
        #expect(held.state.withLock { $0.puts } == 1)
        #expect(try await chat.check() == FileCheck(contents: 1))
    }

    @Test func `a deletion that comes while a file is added waits, and leaves the content`() async throws {
        let chat = try await ChatOnStore()
        _ = try await chat.upload("kept")
        try await chat.deleteRows()
        var deletion: Task<Void, any Error>?
        _ = try await chat.files.add(try chat.arrived("kept"), of: chat.alice.id) {
            deletion = Task { try await chat.store.dropReleased() }
            await #expect(throws: Never.self) { try await eventually { chat.store.contentTurns.waiting == 2 } }
        }
        try await deletion?.value
        #expect(chat.contents.state.withLock { $0.puts } == 1)
        #expect(try await chat.check() == FileCheck(contents: 1))
    }

    @Test func `a file that is refused leaves no content`() async throws {
        let chat = try await ChatOnStore()
        await #expect(throws: ChatError(.notFound, during: "add")) {
            try await chat.files.add(try chat.arrived("a"), of: .random())
        }
        #expect(try await chat.check() == FileCheck())
        #expect(try FileManager.default.contentsOfDirectory(atPath: chat.files.incoming) == [])
    }

    @Test func `while a deletion may still be carried out that a killed process began, its content is not kept again`()
        async throws
    {
        let chat = try await ChatOnStore()
        try await chat.noteDeletion(of: "a")
        let error = await #expect(throws: ChatError.self) { try await chat.upload("a") }
        #expect(error?.reason == .overloaded)
        #expect(try await chat.checkNow() == FileCheck())
        _ = try await chat.upload("b")
        chat.clock.advance(by: chat.longestDeletion)
        _ = try await chat.upload("a")
        #expect(try chat.notedDeletions == 0)
        #expect(try await chat.check() == FileCheck(contents: 2))
    }

    @Test func `what could not be deleted is deleted by a sweep, when that deletion is certainly over`() async throws {
        let chat = try await ChatOnStore()
        _ = try await chat.upload("a")
        chat.contents.state.withLock { $0.failure = .notWritable("away") }
        try await chat.deleteRows()
        await #expect(throws: ChatError.self) { try await chat.files.sweep() }
        chat.contents.state.withLock { $0.failure = nil }
        try await chat.files.sweep()
        let left = FileCheck(unreferenced: [try chat.hash("a").description])
        #expect(try await chat.checkNow() == left)
        chat.clock.advance(by: chat.longestDeletion)
        try await chat.files.sweep()
        #expect(try await chat.checkNow() == FileCheck())
        #expect(try chat.notedDeletions == 0)
    }

    @Test func `a deletion that was noted by a clock that was set back since is over some time after the start`()
        async throws
    {
        let chat = try await ChatOnStore()
        try await chat.noteDeletion(of: "a")
        chat.clock.advance(by: .seconds(-86_400))
        try await chat.files.sweepAll()
        await #expect(throws: ChatError.self) { try await chat.upload("a") }
        chat.clock.advance(by: chat.longestDeletion)
        _ = try await chat.upload("a")
        #expect(try await chat.check() == FileCheck(contents: 1))
    }

    @Test func `while the store is away files are refused, and messages and files that are known are not`() async throws
    {
        let chat = try await ChatOnStore()
        let known = try await chat.upload("known")
        let later = try chat.reopened()
        chat.contents.state.withLock { $0.failure = .notWritable("s3://away") }
        let error = await #expect(throws: ChatError.self) { try await chat.upload("new") }
        #expect(error?.reason == .notWritable("s3://away"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: chat.files.incoming) == [])
        _ = try await chat.store.send(
            NewMessage(conversation: chat.group.id, sender: chat.alice.id, text: try MessageText("hello")))
        let sent = try await chat.send(known)
        #expect(try await chat.read(known) == "known")
        await #expect(throws: ChatError.self) { try await chat.read(known, by: later) }
        // Nobody waits for the store when a message is deleted.
        try await chat.delete(sent)
        chat.contents.state.withLock { $0.failure = .diskFull("no room") }
        #expect(await #expect(throws: ChatError.self) { try await chat.upload("new") }?.reason == .diskFull)
    }

    @Test func `a content that a crash has left without a row is deleted at the next start`() async throws {
        let chat = try await ChatOnStore()
        _ = try await chat.upload("kept")
        let left = try chat.arrived("left")
        try await chat.contents.put(left.path, as: try chat.hash("left"), bytes: left.bytes)
        let check = FileCheck(contents: 1, unreferenced: [try chat.hash("left").description])
        #expect(try await chat.checkNow() == check)
        try await chat.files.sweepAll()
        #expect(try await chat.checkNow() == FileCheck(contents: 1))
    }

    @Test func `a content that is lost or of another size is found, and comes back with the same file`() async throws {
        let chat = try await ChatOnStore()
        for content in ["1", "22"] { _ = try await chat.upload(content) }
        let (one, two) = (try chat.hash("1"), try chat.hash("22"))
        try await chat.contents.delete(one)
        try await chat.contents.damage(two, with: Array("longer".utf8))
        let check = try await chat.checkNow()
        #expect(check.contents == 2)
        #expect(Set(check.damaged) == ["\(one) (1) is missing", "\(two) (22) has 6 bytes instead of 2"])
        for content in ["1", "22"] { _ = try await chat.upload(content) }
        #expect(try await chat.check() == FileCheck(contents: 2))
    }

    @Test func `more contents than are looked up at once are compared with the bucket, and deleted`() async throws {
        let chat = try await ChatOnStore()
        let count = StoredFiles.sweptAtOnce + 1
        for number in 0..<count { _ = try await chat.upload("\(number)") }
        try await chat.contents.delete(try chat.hash("7"))
        let check = try await chat.checkNow()
        #expect(check == FileCheck(contents: count, damaged: ["\(try chat.hash("7")) (7) is missing"]))
        try await chat.deleteRows()
        try await chat.files.sweep()
        #expect(try await chat.checkNow() == FileCheck())
    }
}
