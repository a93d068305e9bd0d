import Chat
import ChatRecords
import Concurrency
import Eventually
import Files
import Foundation
import ObjectServer
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import S3
import Testing

@testable import PostgreSQLChat

@Suite("The files of messages, where several sites share a database and a bucket of a real store")
struct StoreContentsTests {
    @Test("the store keeps files", arguments: FileBehaviour.all)
    func storeKeepsFiles(_ behaviour: FileBehaviour) async throws {
        let (place, scratch, clock) = (try await TestDatabase.migrated(), ScratchFolder(), ManualClock())
        let contents = S3Contents(try await ObjectServer.shared().bucket())
        let cache = try FetchedContents("\(scratch.path)/fetched")
        let arrivals = "\(scratch.path)/incoming"
        try FileManager.default.createDirectory(atPath: arrivals, withIntermediateDirectories: true)
        let store = PostgreSQLChatStore(
            place.database, files: FileKeeping(.store(contents, cache: cache), limits: FileBehaviour.limits),
            time: .of(clock.clock))
        let files = try #require(store.files)
        try await behaviour.verify(store.repositories, store, files, clock) { name, content in
            try .arrived(in: arrivals, name, content)
        }
        try await store.dropReleased()
        // Whatever was done, a row has its content, and a content its row, once the store has deleted what it was asked to
        // after a message was deleted: nobody waits for that.
        let count = try await store.countOfContents()
        try await eventually { try await FileCheck(of: store, in: contents) == FileCheck(contents: count) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: arrivals) == [])
    }

    @Test func `uploaded at one site, sent at another, read and deleted at the third`() async throws {
        let sites = try await SitesOnStore()
        let attachment = try await sites.upload("meow")
        let sent = try await sites.send(attachment, at: 1)
        for _ in 0..<3 { #expect(try await sites.read(attachment, at: 2) == "meow") }
        // Only there: the site that took it has it already.
        #expect(sites.contents.state.withLock { $0.fetches } == 1)
        #expect(try await sites.read(attachment, at: 0) == "meow")
        #expect(sites.contents.state.withLock { $0.fetches } == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sites.arrivals.path) == [])
        try await sites.stores[2].delete(sent.id, in: sites.group.id, as: sites.alice.id)
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `the same content is sent to the store once, and stays as long as a message has it`() async throws {
        let sites = try await SitesOnStore()
        var sent: [Message] = []
        for site in 0..<3 { sent.append(try await sites.send(try await sites.upload("same", at: site))) }
        #expect(sites.contents.state.withLock { $0.puts } == 1)
        for message in sent {
            #expect(try await sites.check() == FileCheck(contents: 1))
            try await sites.stores[1].delete(message.id, in: sites.group.id, as: sites.alice.id)
        }
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `a content is deleted at one site while it is added at another, and those that have it find it`()
        async throws
    {
        let sites = try await SitesOnStore()
        let content = "wanted by many"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for site in 0..<3 {
                group.addTask {
                    for round in 0..<6 {
                        guard let attachment = try await sites.uploadPatiently(content, at: site) else { continue }
                        let message = try await sites.send(attachment, at: (site + 1) % 3)
                        let hash = try sites.hash(content)
                        #expect(try await sites.contents.size(of: hash) == Int64(content.utf8.count))
                        try await sites.stores[(site + round) % 3].delete(
                            message.id, in: sites.group.id, as: sites.alice.id)
                    }
                }
            }
            group.addTask { for round in 0..<3 { try await sites.files[round % 3].sweepAll() } }
            try await group.waitForAll()
        }
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `a file that is added while its content is deleted is brought again`() async throws {
        let sites = try await SitesOnStore()
        let message = try await sites.send(try await sites.upload("back"))
        // Without the site's own deletion, which nobody waits for.
        try await sites.place.database.run(Query("DELETE FROM files"))
        let held = sites.contents.holdingDeletions()
        let cache = try FetchedContents("\(sites.arrivals.path)/cache")
        let deleter = PostgreSQLChatStore(
            sites.place.another(),
            files: FileKeeping(.store(held, cache: cache), limits: FileLimits()), time: .of(sites.clock.clock))
        let deletion = Task { try await deleter.dropReleased() }
        try await eventually { held.deleting.waiting == 1 }
        let looks = sites.contents.state.withLock { $0.looks }
        let upload = Task { try await sites.upload("back", at: 1) }
        // It is there, and about to go.
        try await eventually { sites.contents.state.withLock { $0.looks } > looks }
        held.deleting.open()
        try await deletion.value
        _ = try await upload.value
        #expect(message.attachments.count == 1)
        #expect(try await sites.check() == FileCheck(contents: 1))
    }

    @Test func `a deletion counts from the moment at which the content was looked for`() async throws {
        let sites = try await SitesOnStore()
        let hash = try sites.hash("a")
        func isDeleted(since begin: Int64) async throws -> Bool? {
            let query = StoreContents.deletion(of: hash, since: begin, longest: 1_000)
            return try await sites.place.database.run(query).first?.boolean(0)
        }
        let now = try #require(Int64(try await sites.place.values("SELECT milliseconds_now()")[0]))
        #expect(try await isDeleted(since: now) == false)
        try await sites.place.database.run(
            Query(
                "INSERT INTO content_deletions VALUES ($1, $2, $3, NULL)", hash.bytes, UserID.random().description,
                now - 60_000))
        // Whoever began it has not noted the end.
        #expect(try await isDeleted(since: now - 59_000) == true)
        #expect(try await isDeleted(since: now - 58_999) == false)
        try await sites.place.database.run(Query("UPDATE content_deletions SET ended_at = $1", now - 10_000))
        #expect(try await isDeleted(since: now - 10_000) == true)
        #expect(try await isDeleted(since: now - 9_999) == false)
        // Older notes are gone.
        let memory = StoreContents.noteMemory.components.seconds * 1_000
        #expect(try await isDeleted(since: now - memory - 1) == true)
    }

    @Test func `where a deletion goes on and on, a file with the same content is refused for now`() async throws {
        let sites = try await SitesOnStore()
        try await sites.place.database.run(
            Query(
                "INSERT INTO content_deletions VALUES ($1, $2, milliseconds_now(), NULL)", try sites.hash("a").bytes,
                UserID.random().description))
        let error = await #expect(throws: ChatError.self) { try await sites.upload("a") }
        #expect(error?.reason == .overloaded)
        #expect(try await sites.place.values("SELECT count(*) FROM files") == ["0"])
        _ = try await sites.upload("b")
        #expect(try await sites.check().contents == 1)
    }

    @Test func `what could not be deleted is deleted by a sweep, when that deletion is certainly over`() async throws {
        let sites = try await SitesOnStore()
        _ = try await sites.upload("a")
        sites.contents.state.withLock { $0.failure = .notWritable("away") }
        try await sites.place.database.run(Query("DELETE FROM files"))
        await #expect(throws: ChatError.self) { try await sites.files[0].sweep() }
        sites.contents.state.withLock { $0.failure = nil }
        try await sites.files[1].sweep()
        let left = FileCheck(unreferenced: [try sites.hash("a").description])
        #expect(try await sites.checkNow() == left)
        try await sites.place.database.run(Query("UPDATE content_deletions SET began_at = 0"))
        try await sites.files[1].sweep()
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `while the store is away files are refused, and messages and files that are known are not`() async throws
    {
        let sites = try await SitesOnStore()
        let (known, unknown) = (try await sites.upload("known"), try await sites.upload("unknown", at: 1))
        sites.contents.state.withLock { $0.failure = .notWritable("s3://away") }
        let error = await #expect(throws: ChatError.self) { try await sites.upload("new") }
        #expect(error?.reason == .notWritable("s3://away"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: sites.arrivals.path) == [])
        _ = try await sites.stores[0].send(
            NewMessage(conversation: sites.group.id, sender: sites.alice.id, text: try MessageText("hello")))
        _ = try await sites.send(known)
        #expect(try await sites.read(known, at: 0) == "known")
        await #expect(throws: ChatError.self) { try await sites.read(unknown, at: 0) }
        sites.contents.state.withLock { $0.failure = .diskFull("no room") }
        #expect(await #expect(throws: ChatError.self) { try await sites.upload("new") }?.reason == .diskFull)
        sites.contents.state.withLock { $0.failure = nil }
        #expect(try await sites.read(unknown, at: 0) == "unknown")
        #expect(try await sites.check() == FileCheck(contents: 2))
    }

    @Test func `a content that a crash has left without a row is deleted at the next start of any site`() async throws {
        let sites = try await SitesOnStore()
        _ = try await sites.upload("kept")
        let left = try NewFile.arrived(in: sites.arrivals.path, "left", "left")
        try await sites.contents.put(left.path, as: try sites.hash("left"), bytes: left.bytes)
        #expect(
            try await sites.checkNow() == FileCheck(contents: 1, unreferenced: [try sites.hash("left").description]))
        try await sites.place.database.run(
            Query("INSERT INTO content_deletions VALUES (sha256('x'), gen_random_uuid(), 0, 0)"))
        try await sites.files[1].sweepAll()
        #expect(try await sites.check() == FileCheck(contents: 1))
        // Of old deletions nothing needs to be known.
        #expect(try await sites.place.values("SELECT count(*) FROM content_deletions WHERE began_at = 0") == ["0"])
    }

    @Test func `a content that is lost or of another size is found, and comes back with the same file`() async throws {
        let sites = try await SitesOnStore()
        for content in ["1", "22"] { _ = try await sites.upload(content) }
        let (one, two) = (try sites.hash("1"), try sites.hash("22"))
        try await sites.contents.delete(one)
        try await sites.contents.damage(two, with: Array("longer".utf8))
        let check = try await sites.check()
        #expect(check.contents == 2)
        #expect(Set(check.damaged) == ["\(one) (1) is missing", "\(two) (22) has 6 bytes instead of 2"])
        for content in ["1", "22"] { _ = try await sites.upload(content, at: 1) }
        #expect(try await sites.check() == FileCheck(contents: 2))
    }

    @Test func `all sites have the same bucket and prefix, which the first one settles`() async throws {
        let sites = try await SitesOnStore()
        for files in sites.files { try await files.claim() }
        let identity = try #require(try await sites.contents.identity())
        let cache = try FetchedContents("\(sites.arrivals.path)/cache")
        func misled(_ contents: any ContentStore, on database: Database) throws -> PostgreSQLFiles {
            let keeping = FileKeeping(.store(contents, cache: cache), limits: FileLimits())
            return try #require(PostgreSQLChatStore(database, files: keeping).files)
        }
        let other = S3Contents(try await ObjectServer.shared().bucket())
        try await other.identify(as: "other")
        await #expect(throws: ForeignFiles(.store, .other(than: identity))) {
            try await misled(other, on: sites.place.another()).claim()
        }
        let elsewhere = try await TestDatabase.migrated()
        await #expect(throws: ForeignFiles(.store, .ofAnother)) {
            try await misled(sites.contents, on: elsewhere.database).claim()
        }
    }
}

extension SitesOnStore {
    /// `nil` where the content is deleted again and again meanwhile.
    fileprivate func uploadPatiently(_ content: String, at site: Int) async throws -> Chat.Attachment? {
        do { return try await upload(content, at: site) } catch let error as ChatError {
            guard error.reason == .overloaded else { throw error }
            return nil
        }
    }
}
